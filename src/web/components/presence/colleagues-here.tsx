import { useMemo } from 'react'
import type { PresenceScreen, PresentPerson } from '#contract/live-events.ts'
import { useLiveState } from '#web/live/live-state.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** Where to look for colleagues: one project (including its operations), or one screen. */
type Where = { projectId: string } | { screen: PresenceScreen }

type Colleague = Pick<PresentPerson, 'userId' | 'name'>

/** Each colleague once, even with several tabs, sorted by name; never the reader. */
export const colleaguesAt = (people: readonly PresentPerson[], where: Where, ownUserId: string | null): Colleague[] => {
  const here = people.filter((person) =>
    'projectId' in where ? person.projectId === where.projectId : person.screen === where.screen,
  )
  const byId = new Map(here.map(({ userId, name }) => [userId, { userId, name }]))
  if (ownUserId !== null) byId.delete(ownUserId)
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Colleagues who are viewing the same thing right now. */
const useColleagues = (where: Where): Colleague[] => {
  const people = useLiveState((presence) => presence.people)
  const userId = useSession((session) => session.userId)
  const at = JSON.stringify(where)
  return useMemo(() => colleaguesAt(people, JSON.parse(at) as Where, userId), [people, at, userId])
}

const shownAvatars = 3

/** Avatars of the colleagues on the same project or screen, with their names; nothing if there are none. */
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
