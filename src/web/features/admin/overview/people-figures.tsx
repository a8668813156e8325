import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminOverview } from '#contract/admin.ts'
import type { OnAdminSearch } from '../admin-search.ts'

const box =
  'flex min-w-0 flex-col items-start gap-1 border-line-2 px-4 py-3 text-left not-first:border-l max-md:nth-[2n+1]:border-l-0 max-md:nth-[n+3]:border-t'

const Figure = ({ label, count }: { label: string; count: ReactNode }) => (
  <>
    <span className="text-ink-2">{label}</span>
    <b className="text-figure-lg tabular-nums">{count}</b>
  </>
)

type PeopleFiguresProps = Pick<AdminOverview, 'people' | 'openRequests' | 'openSessions'> & {
  onSearchChange: OnAdminSearch
}

/** Five counts, each with a link to the place where an admin can act on it. */
export function PeopleFigures({ people, openRequests, openSessions, onSearchChange }: PeopleFiguresProps) {
  const toUsers = (sort: 'name' | 'role' | 'status' | 'lastSignIn') => () =>
    onSearchChange({ tab: 'users', sort, descending: sort !== 'name', find: '' })
  const button = `${box} hover:bg-hover focus-visible:-outline-offset-2`
  return (
    <div className="grid grid-cols-5 overflow-hidden rounded border border-line-2 bg-surface max-md:grid-cols-2">
      <button type="button" className={button} onClick={toUsers('name')}>
        <Figure label="Active people" count={people.active} />
      </button>
      <button type="button" className={button} onClick={toUsers('status')}>
        <Figure label="Disabled" count={people.disabled} />
      </button>
      <button type="button" className={button} onClick={toUsers('role')}>
        <Figure label="Admins" count={people.admins} />
      </button>
      <button type="button" className={button} onClick={toUsers('lastSignIn')}>
        <Figure label="Open sessions" count={openSessions} />
      </button>
      <Link to="/admin-access" className={button}>
        <Figure label="Requests for access" count={openRequests} />
      </Link>
    </div>
  )
}
