import { Link } from '@tanstack/react-router'
import type { Operation } from '#contract/operations.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { ProgressButton } from '#web/components/operation-form/progress-button.tsx'
import { MaterialMark } from '#web/components/operation-marks/material-mark.tsx'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import { type OperationsScene, operationsAtOnce } from './operations-table.tsx'
import { RowMenu } from './row-menu.tsx'

type OperationsListProps = { shown: readonly Operation[]; scene: OperationsScene; sum: string }

/** The operations on narrow screens, two lines each. */
export function OperationsList({ shown, scene, sum }: OperationsListProps) {
  const { categories, dates, nowMs, actions } = scene
  const { first, more } = useFirstRows(shown, operationsAtOnce)
  return (
    <ul className="border-line-2 border-y bg-surface">
      {first.map((operation) => {
        const { operationId, projectId, categoryId } = operation
        const category = categories.get(categoryId ?? '')
        return (
          <li key={operationId} className="flex items-center gap-1 border-line py-2 pr-2 pl-4 not-first:border-t">
            <div className="min-w-0 grow">
              <div className="flex items-center gap-2">
                <span className="shrink-0 text-ink-3 tabular-nums">{operation.sequence}</span>
                <Link
                  to="/projects/$projectId/operations/$operationId"
                  params={{ projectId, operationId }}
                  className="min-w-0 grow truncate font-semibold leading-6"
                >
                  {operation.name}
                </Link>
                <MaterialMark {...{ operation, dates, nowMs }} />
                <OperationMark operation={operation} />
              </div>
              <div className="mt-0.5 flex items-center gap-3 text-ink-2 text-label">
                <span className="min-w-0 grow truncate">
                  {category ? (
                    <WorkCenterMark color={category.color}>{category.name}</WorkCenterMark>
                  ) : (
                    'No work center'
                  )}
                </span>
                <span className="shrink-0 tabular-nums">
                  {operation.startDate ? `from ${formatShipDate(operation.startDate, dates, nowMs)}` : 'no dates'}
                </span>
                <ProgressButton
                  operation={operation}
                  outside={category !== undefined && isOutside(category)}
                  change={actions.change}
                />
              </div>
            </div>
            <RowMenu {...{ operation, scene }} />
          </li>
        )
      })}
      {more && <li className="border-line border-t">{more}</li>}
      <li className="border-line border-t px-4 py-2 text-ink-2 tabular-nums">{sum}</li>
    </ul>
  )
}
