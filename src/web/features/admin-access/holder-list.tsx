import { useState } from 'react'
import { type AccessHolder, accessLevels } from '#contract/access-requests.ts'
import { accessNames } from '#domain/access/access-words.ts'
import { mayChangeUser } from '#domain/access/change-user.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import { searchWords } from '#web/components/data-list/filter-groups.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useActor } from '#web/stores/actor.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { AccessDialog } from './access-dialog.tsx'

/** The list has a search field from this number of people on. */
const searchedFrom = 12
const names = new Intl.Collator('en', { numeric: true })

interface Scene {
  /** Whether the reader may grant and revoke rights at all. */
  decides: boolean
  /** Why the reader may not change the rights of this person. */
  refusalOf: (holder: AccessHolder) => string | null
  onChoose: (holder: AccessHolder) => void
}

const { display } = listColumns<AccessHolder, Scene>()

const columns: readonly ListColumn<AccessHolder, Scene>[] = [
  display({
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      classes: 'w-full max-w-0',
      plain: ({ name, email }) => ({
        className: 'py-1.5',
        children: (
          <span className="flex items-center gap-3">
            <Avatar name={name} />
            <span className="min-w-0">
              <span className="block truncate" title={name}>
                {name}
              </span>
              <span className="block truncate text-ink-3 text-label" title={email}>
                {email}
              </span>
            </span>
          </span>
        ),
      }),
    },
  }),
  display({
    id: 'access',
    header: 'Access',
    meta: {
      classes: 'whitespace-nowrap',
      plain: ({ access, isActive }) => (
        <span className="flex gap-2 max-sm:flex-col">
          <Chip tone={isAdminRole(access) ? 'primary' : 'neutral'}>{accessNames[access]}</Chip>
          {!isActive && <Chip tone="onHold">Disabled</Chip>}
        </span>
      ),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (holder, { decides, refusalOf, onChoose }) => {
        const { name, access, isActive } = holder
        const isAdmin = isAdminRole(access)
        if (!decides || access === 'superAdmin') return ''
        return (
          <Button
            size="small"
            disabledReason={isAdmin || isActive ? refusalOf(holder) : 'This account is disabled.'}
            aria-label={isAdmin ? `Revoke the admin rights of ${name}` : `Grant admin rights to ${name}`}
            onClick={() => onChoose(holder)}
          >
            {isAdmin ? 'Revoke' : 'Grant'}
          </Button>
        )
      },
    },
  }),
]

const idOf = ({ userId }: AccessHolder) => userId

/** Everyone in the organization, admins first. Admins grant and revoke admin rights where the rules allow it. */
export function HolderList({ holders }: { holders: readonly AccessHolder[] }) {
  const session = useSession()
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<AccessHolder | null>(null)
  const actor = { userId: session.userId ?? '', role: useActor().role }
  const admins = holders.filter(({ access, isActive }) => isAdminRole(access) && isActive).length
  const refusalOf = (holder: AccessHolder) => {
    const isAdmin = isAdminRole(holder.access)
    const access = holder.access === 'superAdmin' ? 'admin' : holder.access
    const user = { ...holder, access, isSuperAdmin: false, isInvited: false }
    const decision = mayChangeUser(actor, user, { isAdmin: !isAdmin }, admins)
    return decision.ok ? null : decision.reason
  }
  const wanted = find.trim().toLowerCase()
  const rows = holders
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted))
    .toSorted(
      (a, b) => accessLevels.indexOf(a.access) - accessLevels.indexOf(b.access) || names.compare(a.name, b.name),
    )
  const table = useListTable({ columns, rows, idOf })
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
      {rows.length === 0 ? (
        <p role="status" className="px-3 py-4 text-ink-3">
          Nobody matches.
        </p>
      ) : (
        <PlainList
          table={table}
          scene={{ decides: isAdminRole(actor.role), refusalOf, onChoose: setChosen }}
          printed={{ title: 'Who has which access', one: 'person', many: 'people', filters: searchWords(find) }}
        />
      )}
      {chosen && <AccessDialog holder={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
