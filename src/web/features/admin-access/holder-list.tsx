import { useState } from 'react'
import type { AccessHolder } from '#contract/access-requests.ts'
import { mayChangeUser } from '#domain/access/change-user.ts'
import { roleOf } from '#domain/access/permissions.ts'
import { useSession } from '#web/stores/session.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { HolderRow } from './holder-row.tsx'

const rank = { superAdmin: 0, admin: 1, user: 2 } as const
/** The list has a search field from this number of people on. */
const searchedFrom = 12
const names = new Intl.Collator('en', { numeric: true })

/** Everyone in the organization, admins first. Admins grant and revoke admin rights where the rules allow it. */
export function HolderList({ holders }: { holders: readonly AccessHolder[] }) {
  const session = useSession()
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<AccessHolder | null>(null)
  const actor = { userId: session.userId ?? '', role: roleOf(session) }
  const admins = holders.filter(({ access, isActive }) => access !== 'user' && isActive).length
  const reasonAgainst = (holder: AccessHolder) => {
    const isAdmin = holder.access !== 'user'
    const decision = mayChangeUser(
      actor,
      { ...holder, isAdmin, isSuperAdmin: false, isInvited: false },
      { isAdmin: !isAdmin },
      admins,
    )
    return decision.ok ? null : decision.reason
  }
  const wanted = find.trim().toLowerCase()
  const sorted = holders
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => rank[a.access] - rank[b.access] || names.compare(a.name, b.name))
  const { first, more } = useFirstRows(sorted)
  return (
    <>
      {holders.length >= searchedFrom && (
        <SearchField
          className="m-3"
          label="Find a person"
          placeholder="Name or email"
          value={find}
          onChange={setFind}
        />
      )}
      {sorted.length === 0 && (
        <p role="status" className="px-3 py-4 text-ink-3">
          Nobody matches.
        </p>
      )}
      <ul>
        {first.map((holder) => (
          <HolderRow
            key={holder.userId}
            holder={holder}
            decides={actor.role !== 'user'}
            refusal={reasonAgainst(holder)}
            onChoose={() => setChosen(holder)}
          />
        ))}
      </ul>
      {more}
      {chosen && <AccessDialog holder={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
