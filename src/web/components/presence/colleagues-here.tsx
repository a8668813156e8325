import { Avatar } from '#web/ui/avatar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useColleagues, type Where } from './use-colleagues.ts'

const shownAvatars = 3

/** Avatars of the colleagues who look at the same project or screen, with their names; nothing when nobody does. */
export function ColleaguesHere({ where }: { where: Where }) {
  const colleagues = useColleagues(where)
  const [first, ...others] = colleagues
  if (!first) return null
  const names = colleagues.map(({ name }) => name).join(', ')
  const words = others.length === 0 ? first.name : `${first.name} and ${others.length} more`
  return (
    <Tooltip content={`Also here: ${names}`}>
      <span role="note" aria-label={`Also here: ${names}`} className="flex min-w-0 items-center gap-1.5 text-ink-3">
        <span className="flex -space-x-1.5">
          {colleagues.slice(0, shownAvatars).map(({ userId, name }) => (
            <Avatar key={userId} name={name} className="ring-2 ring-canvas" />
          ))}
        </span>
        <span className="truncate text-label max-lg:hidden">{words}</span>
      </span>
    </Tooltip>
  )
}
