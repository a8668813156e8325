import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type HistoryEntity, historyEntities } from '#contract/history.ts'
import { historyDoors } from '#contract/vocabulary.ts'
import { auditFileHref } from '#web/api/admin.queries.ts'
import { usersQuery } from '#web/api/users.queries.ts'
import { doorWords } from '#web/components/record-history/change-words.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { AdminSearch, OnAdminSearch } from '../admin-search.ts'
import { auditFilterOf, noAuditFilter } from './audit-filter.ts'
import { entityWords } from './audit-words.ts'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const entities = historyEntities.map((entity: HistoryEntity) => ({
  value: entity,
  label: capitalised(entityWords[entity]),
}))
const doors = historyDoors.map((door) => ({ value: door, label: capitalised(doorWords[door]) }))

/** Who, what, through which door, from when to when; and the file of all that match. */
export function AuditFilterBar({ search, onSearchChange }: { search: AdminSearch; onSearchChange: OnAdminSearch }) {
  const people = useQuery(usersQuery())
  const filter = auditFilterOf(search)
  const small = { size: 'small', hideLabel: true } as const
  return (
    <Toolbar
      end={
        <a className={buttonClasses()} href={auditFileHref(filter)} download>
          <Download /> Export CSV
        </a>
      }
    >
      <SelectField
        {...small}
        label="Person"
        placeholder="Everyone"
        options={(people.data ?? []).map((user) => ({ value: user.id, label: user.displayName || user.name }))}
        value={search.person ?? ''}
        onChange={(event) => onSearchChange({ person: event.target.value || undefined })}
      />
      <SelectField
        {...small}
        label="What was changed"
        placeholder="Everything"
        options={entities}
        value={search.entity ?? ''}
        onChange={(event) => onSearchChange({ entity: event.target.value || undefined })}
      />
      <SelectField
        {...small}
        label="How"
        placeholder="In any way"
        options={doors}
        value={search.door ?? ''}
        onChange={(event) => onSearchChange({ door: event.target.value || undefined })}
      />
      <DateField
        {...small}
        label="From"
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => onSearchChange({ from: event.target.value || undefined })}
      />
      <span className="text-ink-3 max-md:hidden">to</span>
      <DateField
        {...small}
        label="To"
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => onSearchChange({ to: event.target.value || undefined })}
      />
      {Object.values(filter).some(Boolean) && (
        <Button size="small" variant="ghost" onClick={() => onSearchChange(noAuditFilter)}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
