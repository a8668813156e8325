import type { ReactNode, RefObject } from 'react'
import { type OperationFilter, priorityClasses, severities } from '#contract/operation-filter.ts'
import type { OperationQuery } from '#web/api/operations/operation-lists.queries.ts'
import { priorityWords } from '#web/components/operation-table/group-heading.tsx'
import { severityLooks } from '#web/components/operation-table/severity-mark.tsx'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { toneText } from '#web/ui/tones.ts'
import type { OverdueTab } from '../overdue-search.ts'
import { KanbanColumn } from './kanban-column.tsx'
import { useBoardKeys } from './use-board-keys.ts'

type KanbanViewProps = {
  list: OperationList
  tab: OverdueTab
  query: OperationQuery
  searchField: RefObject<HTMLInputElement | null>
}

/** Columns by severity, or by the priority of the project on tabs where nothing is overdue yet. */
export function KanbanView({ list, tab, query, searchField }: KanbanViewProps) {
  const focus = useBoardKeys(list, () => searchField.current?.focus())
  const bySeverity = severities.filter((severity) => query.severities?.includes(severity) ?? true)
  const byPriority = priorityClasses.filter((priority) => query.priorities?.includes(priority) ?? true)
  const columns: { title: string; part: Partial<OperationFilter>; head: ReactNode }[] =
    tab === 'overdue'
      ? bySeverity.map((severity) => {
          const { word, days, tone, Icon } = severityLooks[severity]
          const head = (
            <>
              <Icon className={`size-3.5 ${toneText[tone]}`} />
              {word} <span className="font-normal text-ink-3 text-label">{days}</span>
            </>
          )
          return { title: word, part: { severities: [severity] }, head }
        })
      : byPriority.map((priority) => {
          const title = priorityWords[priority]
          return { title, part: { priorities: [priority] }, head: title }
        })
  return (
    <div className="flex min-h-0 grow gap-3 overflow-x-auto bg-canvas px-5 py-3 max-md:snap-x max-md:scroll-px-4 max-md:px-4">
      {columns.map((column, index) => (
        <KanbanColumn key={column.title} list={list} query={query} focus={focus} {...column} column={index} />
      ))}
    </div>
  )
}
