import { type PriorityClass, priorityClasses, severities } from '#contract/operation-filter.ts'
import type { OperationQuery } from '#web/api/operation-lists.queries.ts'
import { severityLooks } from '#web/components/operation-table/severity-mark.tsx'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'
import { toneText } from '#web/ui/tones.ts'
import type { OverdueTab } from '../overdue-search.ts'
import { KanbanColumn } from './kanban-column.tsx'

const priorityWords: Record<PriorityClass, string> = {
  critical: 'Critical priority',
  high: 'High priority',
  medium: 'Medium priority',
  low: 'Low priority',
}

type KanbanViewProps = { list: OperationList; tab: OverdueTab; query: OperationQuery }

/** Columns by severity; where nothing is overdue yet, by the priority of the project. */
export function KanbanView({ list, tab, query }: KanbanViewProps) {
  const { selecting } = list
  useShortcuts('Lists', [
    { keys: 'A', label: 'Select all', run: selecting.all },
    { keys: 'Escape', label: 'Clear selection', run: selecting.none, when: () => selecting.count > 0 },
  ])
  return (
    <div className="flex min-h-0 grow gap-3 overflow-x-auto bg-canvas px-5 py-3 max-md:snap-x max-md:px-4">
      {tab === 'overdue'
        ? severities
            .filter((severity) => query.severities === undefined || query.severities.includes(severity))
            .map((severity) => {
              const { word, days, tone, Icon } = severityLooks[severity]
              return (
                <KanbanColumn
                  key={severity}
                  {...{ list, query }}
                  title={word}
                  part={{ severities: [severity] }}
                  head={
                    <>
                      <Icon className={`size-3.5 ${toneText[tone]}`} />
                      {word} <span className="font-normal text-ink-3 text-label">{days}</span>
                    </>
                  }
                />
              )
            })
        : priorityClasses
            .filter((priority) => query.priorities === undefined || query.priorities.includes(priority))
            .map((priority) => (
              <KanbanColumn
                key={priority}
                {...{ list, query }}
                title={priorityWords[priority]}
                part={{ priorities: [priority] }}
                head={priorityWords[priority]}
              />
            ))}
    </div>
  )
}
