import { useState } from 'react'
import { type AccessHolder, accessLevels } from '#contract/access-requests.ts'
import { accessWords, limitNames } from '#domain/access/access-words.ts'
import { mayChangeAccess } from '#domain/access/change-user.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import { AccessChip } from '#web/components/access/access-chip.tsx'
import { LimitLine } from '#web/components/access/limit-line.tsx'
import { searchWords } from '#web/components/data-list/filter-groups.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useCenterNames } from '#web/components/work-centers/use-center-names.ts'
import { useActor } from '#web/stores/actor.ts'
import { useSession } from '#web/stores/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { AccessDialog } from './access-dialog.tsx'

/** The list has a search field from this number of people up. */
const searchedFrom = 12
const names = new Intl.Collator('en', { numeric: true })

interface Scene {
  /** Whether the reader may change the access of others at all. */
  decides: boolean
  /** Why the reader may not change the access of this person; null if they may. */
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
              <span className="block break-words">{name}</span>
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
      plain: ({ access, workCenterIds, isActive }) => (
        <>
          <span className="flex items-start gap-2 max-sm:flex-col">
            <AccessChip actor={{ role: access, workCenterIds }} />
            {!isActive && <Chip tone="onHold">Disabled</Chip>}
          </span>
          <LimitLine actor={{ role: access, workCenterIds }} />
        </>
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
        if (!decides || holder.access === 'superAdmin') return ''
        return (
          <Button
            size="small"
            disabledReason={refusalOf(holder)}
            aria-label={`Change the access of ${holder.name}`}
            onClick={() => onChoose(holder)}
          >
            Change
          </Button>
        )
      },
    },
  }),
]

const idOf = ({ userId }: AccessHolder) => userId

const wordsOf = ({ name, email, access, workCenterIds }: AccessHolder, centerNames: ReadonlyMap<string, string>) => {
  const actor = { role: access, workCenterIds }
  return [name, email, accessWords(actor), limitNames(actor, centerNames)].join(' ').toLowerCase()
}

/** Everyone in the organization, admins first. Admins change the access of others if the rules allow it. */
export function HolderList({ holders }: { holders: readonly AccessHolder[] }) {
  const session = useSession()
  const centerNames = useCenterNames()
  const [find, setFind] = useState('')
  const [chosen, setChosen] = useState<AccessHolder | null>(null)
  const actor = { userId: session.userId ?? '', role: useActor().role }
  const admins = holders.filter(({ access, isActive }) => isAdminRole(access) && isActive).length
  const refusalOf = (holder: AccessHolder) => {
    const access = holder.access === 'superAdmin' ? 'admin' : holder.access
    const user = { ...holder, access, isSuperAdmin: false, isInvited: false }
    const decision = mayChangeAccess(actor, user, admins)
    return decision.ok ? null : decision.reason
  }
  const wanted = find.trim().toLowerCase()
  const rows = holders
    .filter((holder) => wordsOf(holder, centerNames).includes(wanted))
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
          placeholder="Name, email or access"
          value={find}
          onChange={setFind}
        />
      )}
      {rows.length === 0 ? (
        <p role="status" className="px-3 py-4 text-ink-3">
          No people match.
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
