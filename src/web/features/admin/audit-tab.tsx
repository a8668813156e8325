import { useInfiniteQuery } from '@tanstack/react-query'
import { historyFileHref } from '#web/api/history/history.queries.ts'
import { auditPages, auditQuery } from '#web/api/tenants/admin.queries.ts'
import { HistoryLog } from '#web/components/record-history/history-log.tsx'
import { logFilterOf } from '#web/components/record-history/log-filter.ts'
import { LogFilterBar, useLogFilterWords } from '#web/components/record-history/log-filter-bar.tsx'
import type { AdminSearch, OnAdminSearch } from './admin-search.ts'

const noFilter = { person: undefined, entity: undefined, source: undefined, from: undefined, to: undefined }

/** The audit log of the organization, newest first. It includes changes of users and their access. */
export function AuditTab({ search, onSearchChange }: { search: AdminSearch; onSearchChange: OnAdminSearch }) {
  const { person, entity, source, from, to } = search
  const own = { person, entity, source, from, to }
  const filter = logFilterOf(own)
  const filters = useLogFilterWords(filter)
  const query = useInfiniteQuery(auditQuery(filter))
  const onSearch = (change: Partial<typeof own>) =>
    onSearchChange({
      ...('person' in change && { person: change.person }),
      ...('entity' in change && { entity: change.entity }),
      ...('source' in change && { source: change.source }),
      ...('from' in change && { from: change.from }),
      ...('to' in change && { to: change.to }),
    })
  return (
    <>
      <LogFilterBar search={own} onSearch={onSearch} fileHref={historyFileHref(filter, 'admin/history')} />
      <div className="min-h-0 grow overflow-auto border-line-2 border-t bg-surface">
        <HistoryLog
          label="Audit log"
          query={query}
          isFiltered={Object.values(filter).some(Boolean)}
          onClear={() => onSearchChange(noFilter)}
          printed={{ filters, pages: auditPages(filter) }}
        />
      </div>
    </>
  )
}
