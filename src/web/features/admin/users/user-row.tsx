import type { ListedUser } from '#contract/users.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { UserAction } from './user-action-host.tsx'
import { accessWords, isInvited, nameOf } from './user-list.ts'
import { UserMenu } from './user-menu.tsx'

type UserRowProps = { user: ListedUser; admins: number; onAction: (action: UserAction) => void }

const Status = ({ user }: { user: ListedUser }) =>
  user.status === 'Active' ? (
    <span className="text-ink-2">Active</span>
  ) : (
    <Chip tone={isInvited(user) ? 'primary' : 'onHold'}>{user.status}</Chip>
  )

/** One person; pressing the name opens their form. */
export function UserRow({ user, admins, onAction }: UserRowProps) {
  const dates = useDateSettings()
  const isMe = useSession(({ userId }) => userId === user.id)
  const isAdmin = user.isAdmin || user.isSuperAdmin
  return (
    <tr className="h-row border-line border-t hover:bg-hover">
      <td className="max-w-0 py-1 pr-3 pl-5 max-md:w-full max-md:pl-4 md:w-3/10">
        <div className="flex items-center gap-2">
          <Avatar name={nameOf(user)} />
          <div className="min-w-0">
            <button
              type="button"
              title={nameOf(user)}
              className="flex max-w-full items-center gap-1.5 rounded-inner hover:underline"
              onClick={() => onAction({ kind: 'edit', user })}
            >
              <span className="truncate">{nameOf(user)}</span>
              {isMe && <span className="text-ink-3 text-label">you</span>}
            </button>
            <p className="truncate text-ink-3 text-label md:hidden">
              {user.email} · {accessWords(user)}
              {user.status !== 'Active' && ` · ${user.status}`}
            </p>
          </div>
        </div>
      </td>
      <td className="max-w-0 truncate px-3 text-ink-2 max-md:hidden md:w-3/10" title={user.email}>
        {user.email}
      </td>
      <td className="whitespace-nowrap px-3 max-md:hidden">
        <Chip tone={isAdmin ? 'primary' : 'neutral'}>{accessWords(user)}</Chip>
        {user.role !== 'User' && user.role !== accessWords(user) && (
          <span className="ml-2 text-ink-3 text-label">{user.role}</span>
        )}
      </td>
      <td className="whitespace-nowrap px-3 max-sm:hidden">
        <Status user={user} />
      </td>
      <td className="whitespace-nowrap px-3 text-ink-2 tabular-nums max-lg:hidden">
        {user.lastSignInAt === null ? 'never' : formatShortDateTime(user.lastSignInAt, dates, Date.now())}
      </td>
      <td className="px-3 text-right tabular-nums max-lg:hidden">{user.openSessions}</td>
      <td className="pr-3 text-right">
        <UserMenu {...{ user, admins, onAction }} />
      </td>
    </tr>
  )
}
