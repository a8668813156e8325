import { useSortable } from '@dnd-kit/sortable'
import { Link } from '@tanstack/react-router'
import { GripVertical, Pin } from 'lucide-react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import { ProgressButton } from '#web/components/operation-form/progress-button.tsx'
import { dependencyText } from '#web/components/operation-marks/dependency-text.ts'
import { MaterialMark } from '#web/components/operation-marks/material-mark.tsx'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHoursColumn } from '#web/lib/format-hours.ts'
import type { OrderReason, RowActions } from './row-actions.ts'
import { RowMenu } from './row-menu.tsx'

export type OperationRowProps = {
  operation: Operation
  /** All operations of the project, to name the predecessors of this one. */
  operations: readonly Operation[]
  category: Category | undefined
  dates: DateSettings
  nowMs: number
  marked: boolean
  onMark: (operationId: string | null) => void
  actions: RowActions
  isFirst: boolean
  isLast: boolean
  orderReason: OrderReason
}

/** One operation of the table. The grip at its left drags it to another position. */
export function OperationRow(props: OperationRowProps) {
  const { operation, operations, category, dates, nowMs, marked, onMark, actions } = props
  const { isFirst, isLast, orderReason } = props
  const { operationId, projectId, name, sequence, pinned } = operation
  const sortable = useSortable({ id: operationId, disabled: orderReason !== null })
  const { transform, transition, isDragging } = sortable
  const after = dependencyText(operation, operations)
  const late = isLateState(operation.outlook?.state)
  return (
    <tr
      ref={sortable.setNodeRef}
      className={`group h-8.5 border-line border-t focus-within:bg-hover hover:bg-hover ${isDragging ? 'relative z-lifted bg-raised shadow-3' : marked ? 'bg-primary-tint' : ''}`}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
      onMouseEnter={() => onMark(operationId)}
      onMouseLeave={() => onMark(null)}
    >
      <td className="pl-1">
        <span className="flex items-center justify-end">
          <button
            type="button"
            {...sortable.attributes}
            {...sortable.listeners}
            aria-roledescription="sortable"
            aria-label={`Move ${name}`}
            aria-disabled={orderReason !== null || undefined}
            title={orderReason ?? 'Drag to reorder'}
            className="flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-inner text-ink-3 opacity-0 hover:bg-press focus-visible:opacity-100 group-hover:opacity-100 aria-disabled:cursor-not-allowed"
          >
            <GripVertical className="size-3.5" />
          </button>
          <span className="min-w-7 text-right text-ink-2 tabular-nums">{sequence}</span>
        </span>
      </td>
      <td>
        <span className="flex items-center gap-1.5">
          <Link
            to="/projects/$projectId/operations/$operationId"
            params={{ projectId, operationId }}
            className="truncate hover:underline"
            title={name}
          >
            {name}
          </Link>
          {pinned && <Pin role="img" aria-label="pinned" className="size-3 shrink-0 text-ink-3" />}
          <MaterialMark {...{ operation, dates, nowMs }} />
        </span>
      </td>
      <td>{category ? <WorkCenterMark color={category.color}>{category.name}</WorkCenterMark> : <Dash />}</td>
      <td>
        <span className="flex">
          <OperationMark operation={operation} />
        </span>
      </td>
      <td>
        <ProgressButton operation={operation} change={actions.change} />
      </td>
      <td className="text-right font-semibold tabular-nums">{formatHoursColumn(operation.durationHours)}</td>
      <td className="whitespace-nowrap text-ink-2 tabular-nums">
        {formatShortDateTime(operation.startDate, dates, nowMs)}
      </td>
      <td className={`whitespace-nowrap tabular-nums ${late ? 'text-crit-text' : 'text-ink-2'}`}>
        {formatShortDateTime(operation.endDate ?? operation.scheduledEndDate, dates, nowMs)}
      </td>
      <td className="truncate text-ink-3 tabular-nums" title={after}>
        {after}
      </td>
      <td className="pr-3 text-right">
        <RowMenu {...{ operation, actions, isFirst, isLast, orderReason }} />
      </td>
    </tr>
  )
}

const Dash = () => <span className="text-ink-3">—</span>
