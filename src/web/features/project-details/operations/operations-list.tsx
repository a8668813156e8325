import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Operation } from '#contract/operations.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { ProgressButton } from '#web/components/operation-form/progress-button.tsx'
import { MaterialMark } from '#web/components/operation-marks/material-mark.tsx'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import { type OperationsScene, operationsAtOnce } from './operations-table.tsx'
import { RowMenu } from './row-menu.tsx'

type OperationsListProps = { shown: readonly Operation[]; scene: OperationsScene; sum: string }

function Row({ operation, scene }: { operation: Operation; scene: OperationsScene }) {
  const { categories, dates, nowMs, actions } = scene
  const { operationId, projectId, categoryId } = operation
  const category = categories.get(categoryId ?? '')
  return (
    <li className="flex items-center gap-1 border-line py-2 pr-2 pl-4 not-first:border-t">
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
          <MaterialMark operation={operation} dates={dates} nowMs={nowMs} />
          <OperationMark operation={operation} />
        </div>
        <div className="mt-0.5 flex items-center gap-3 text-ink-2 text-label">
          <span className="min-w-0 grow truncate">
            {category ? <WorkCenterMark color={category.color}>{category.name}</WorkCenterMark> : 'No work center'}
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
      <RowMenu operation={operation} scene={scene} />
    </li>
  )
}

/** The operations on narrow screens, two lines each. Completed ones are collapsed into one row if there are open ones. */
export function OperationsList({ shown, scene, sum }: OperationsListProps) {
  const [isOpen, setOpen] = useState(false)
  const done = shown.filter(isDone)
  const isFolded = done.length > 0 && done.length < shown.length
  const { first, more } = useFirstRows(
    isFolded && !isOpen ? shown.filter((one) => !isDone(one)) : shown,
    operationsAtOnce,
  )
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <ul className="border-line-2 border-y bg-surface">
      {isFolded && (
        <li>
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex h-12 w-full items-center gap-2 px-4 text-left text-ink-2 outline-offset-[-2px]"
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron className="size-3.5 text-ink-3" />
            {formatNumber(done.length)} done
          </button>
        </li>
      )}
      {first.map((operation) => (
        <Row key={operation.operationId} operation={operation} scene={scene} />
      ))}
      {more && <li className="border-line border-t">{more}</li>}
      <li className="border-line border-t px-4 py-2 text-ink-2 tabular-nums">{sum}</li>
    </ul>
  )
}
