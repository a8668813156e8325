import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedUser } from '#contract/users.ts'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import type { AdminSearch, OnAdminSearch } from '../admin-search.ts'
import type { UserAction } from './user-action-host.tsx'
import { UserRow } from './user-row.tsx'

type UsersTableProps = {
  users: readonly ListedUser[]
  admins: number
  search: AdminSearch
  onSearchChange: OnAdminSearch
  onAction: (action: UserAction) => void
}

const cell = 'px-3 text-left font-normal first:pl-5 max-md:first:pl-4'

type HeadProps = Pick<UsersTableProps, 'search' | 'onSearchChange'> & {
  sort: AdminSearch['sort']
  className?: string
  children: ReactNode
}

/** A column that can be sorted by. */
const Head = ({ sort, search, onSearchChange, className, children }: HeadProps) => {
  const isSorted = search.sort === sort
  const Arrow = search.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (search.descending ? 'descending' : 'ascending') : 'none'}
      className={`${cell} ${className ?? ''}`}
    >
      <button
        type="button"
        className={`inline-flex h-8 items-center gap-1 rounded-inner hover:text-ink ${isSorted ? 'font-semibold text-ink' : ''}`}
        onClick={() => onSearchChange({ sort, descending: isSorted && !search.descending })}
      >
        {children}
        {isSorted && <Arrow className="size-3.5" />}
      </button>
    </th>
  )
}

/** The users as a table; on narrow screens e-mail and state stand under the name. */
export function UsersTable({ users, admins, search, onSearchChange, onAction }: UsersTableProps) {
  const head = { search, onSearchChange }
  const { first, more } = useFirstRows(users)
  return (
    <>
      <table className="w-full border-collapse">
        <thead className="sticky top-0 z-sticky bg-sunken text-ink-2 text-label">
          <tr className="h-8">
            <Head {...head} sort="name">
              Name
            </Head>
            <th scope="col" className={`${cell} max-md:hidden`}>
              Email
            </th>
            <Head {...head} sort="role" className="max-md:hidden">
              Access
            </Head>
            <Head {...head} sort="status" className="max-sm:hidden">
              Status
            </Head>
            <Head {...head} sort="lastSignIn" className="max-lg:hidden">
              Last sign-in
            </Head>
            <th scope="col" className={`${cell} text-right max-lg:hidden`}>
              Sessions
            </th>
            <th scope="col" className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {first.map((user) => (
            <UserRow key={user.id} {...{ user, admins, onAction }} />
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}
