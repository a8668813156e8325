import type { ListedUser } from '#contract/users.ts'
import { accessWords } from '#domain/access/access-words.ts'
import { actorOf } from '#domain/access/member-actor.ts'
import { AccessChip } from '#web/components/access/access-chip.tsx'
import { LimitLine } from '#web/components/access/limit-line.tsx'
import { searchWords } from '#web/components/data-list/filter-groups.tsx'
import { listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type AdminSearch, type OnAdminSearch, userSorts } from '../admin-search.ts'
import type { UserAction } from './user-action-host.tsx'
import { isInvited, nameOf } from './user-list.ts'
import { UserMenu } from './user-menu.tsx'

interface Scene {
  dates: DateSettings
  /** User id of the reader. */
  me: string | null
  admins: number
  onAction: (action: UserAction) => void
}

type UsersTableProps = Pick<Scene, 'admins' | 'onAction'> & {
  /** Sorted as the search asks. */
  users: readonly ListedUser[]
  search: AdminSearch
  onSearchChange: OnAdminSearch
}

const helper = listColumns<ListedUser, Scene>()
const { accessor, display } = helper

/** Columns in order. The id of a sortable column is its sort key in the URL. */
const columns = helper.columns([
  accessor(nameOf, {
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      classes: 'max-w-0 max-md:w-full md:w-3/10',
      plain: (user, { me, onAction }) => ({
        className: 'py-1',
        children: (
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
                {user.id === me && <span className="text-ink-3 text-label">you</span>}
              </button>
              <p className="truncate text-ink-3 text-label md:hidden">
                {user.email} · {accessWords(actorOf(user))}
                {user.status !== 'Active' && ` · ${user.status}`}
              </p>
            </div>
          </div>
        ),
      }),
    },
  }),
  display({
    id: 'email',
    header: 'Email',
    meta: {
      classes: 'max-w-0 max-md:hidden md:w-3/10',
      plain: ({ email }) => ({
        className: 'truncate text-ink-2',
        children: <span title={email}>{email}</span>,
      }),
    },
  }),
  accessor((user) => accessWords(actorOf(user)), {
    id: 'role',
    header: 'Access',
    meta: {
      classes: 'max-w-0 max-md:hidden md:w-3/10',
      plain: (user) => {
        const right = actorOf(user)
        const children = (
          <>
            <p className="flex min-w-0 items-center gap-2 text-ink-3 text-label">
              <AccessChip actor={right} className="shrink-0" />
              {user.role !== 'User' && user.role !== accessWords(right) && (
                <span className="truncate">{user.role}</span>
              )}
              {user.settings.privacy.twoFactorAuth && <span title="Two-factor authentication is on">2FA</span>}
            </p>
            <LimitLine actor={right} />
          </>
        )
        return { className: 'py-1', children }
      },
    },
  }),
  accessor('status', {
    header: 'Status',
    meta: {
      classes: 'whitespace-nowrap max-sm:hidden',
      plain: (user) =>
        user.status === 'Active' ? (
          <span className="text-ink-2">Active</span>
        ) : (
          <Chip tone={isInvited(user) ? 'primary' : 'onHold'}>{user.status}</Chip>
        ),
    },
  }),
  accessor(({ lastSignInAt }) => lastSignInAt ?? '', {
    id: 'lastSignIn',
    header: 'Last sign-in',
    meta: {
      classes: 'whitespace-nowrap max-lg:hidden',
      plain: ({ lastSignInAt }, { dates }) => ({
        className: 'text-ink-2',
        children: lastSignInAt === null ? 'never' : formatShortDateTime(lastSignInAt, dates, Date.now()),
      }),
    },
  }),
  display({
    id: 'sessions',
    header: 'Sessions',
    meta: { end: true, classes: 'max-lg:hidden', plain: ({ openSessions }) => openSessions },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (user, { admins, onAction }) => <UserMenu user={user} admins={admins} onAction={onAction} />,
    },
  }),
])

const idOf = ({ id }: ListedUser) => id

/** The users as a table. On narrow screens, email and status are below the name. */
export function UsersTable({ users, admins, search, onSearchChange, onAction }: UsersTableProps) {
  const dates = useDateSettings()
  const me = useSession(({ userId }) => userId)
  const table = useListTable({
    columns,
    rows: users,
    idOf,
    sortBy: search.sort,
    descending: search.descending,
    onSort: (id, descending) => onSearchChange({ sort: userSorts.find((sort) => sort === id), descending }),
    isSorted: true,
  })
  return (
    <PlainList
      table={table}
      scene={{ dates, me, admins, onAction }}
      printed={{ title: 'Users', one: 'person', many: 'people', filters: searchWords(search.find) }}
    />
  )
}
