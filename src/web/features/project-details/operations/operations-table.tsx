import { Link } from '@tanstack/react-router'
import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { ProgressButton } from '#web/components/operation-form/progress-button.tsx'
import { dependencyText } from '#web/components/operation-marks/dependency-text.ts'
import { MaterialMark } from '#web/components/operation-marks/material-mark.tsx'
import { OperationMark } from '#web/components/operation-marks/operation-mark.tsx'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatDurationColumn } from '#web/lib/format-hours.ts'
import { type RowActions, RowMenu } from './row-menu.tsx'
import { RowGrip, SortableRow } from './sort-area.tsx'

export interface OperationsScene {
  /** All operations of the project, in order. */
  operations: readonly Operation[]
  categories: ReadonlyMap<string, Category>
  dates: DateSettings
  nowMs: number
  actions: RowActions
  /** Why an operation cannot take another position now, or one position up (-1) or down (1); null if it can. */
  orderReasonOf: (operation: Operation, step?: -1 | 1) => string | null
}

/** Number of operations rendered at first. */
export const operationsAtOnce = 200

const isAway = ({ categoryId }: Pick<Operation, 'categoryId'>, categories: OperationsScene['categories']): boolean => {
  const center = categories.get(categoryId ?? '')
  return center !== undefined && isOutside(center)
}

const { display } = listColumns<Operation, OperationsScene>()

const columns: readonly ListColumn<Operation, OperationsScene>[] = [
  display({
    id: 'sequence',
    header: 'Seq',
    meta: {
      end: true,
      classes: 'w-17 pl-1!',
      plain: (operation, { orderReasonOf }) => (
        <span className="flex items-center justify-end">
          <RowGrip name={operation.name} orderReason={orderReasonOf(operation)} />
          <span className="min-w-7 text-ink-2">{operation.sequence}</span>
        </span>
      ),
    },
  }),
  display({
    id: 'name',
    header: 'Operation',
    meta: {
      namesRow: true,
      plain: (operation, { dates, nowMs }) => (
        <span className="flex items-center gap-1.5">
          <Link
            to="/projects/$projectId/operations/$operationId"
            params={operation}
            className="min-w-0 break-words hover:underline"
          >
            {operation.name}
          </Link>
          {operation.pinned && <Pin role="img" aria-label="pinned" className="size-3 shrink-0 text-ink-3" />}
          <MaterialMark operation={operation} dates={dates} nowMs={nowMs} />
        </span>
      ),
    },
  }),
  display({
    id: 'workCenter',
    header: 'Work center',
    meta: {
      classes: 'w-30',
      plain: ({ categoryId }, { categories }) => {
        const center = categories.get(categoryId ?? '')
        return center ? <WorkCenterMark color={center.color}>{center.name}</WorkCenterMark> : dash
      },
    },
  }),
  display({
    id: 'state',
    header: 'State',
    meta: {
      classes: 'w-31',
      plain: (operation) => (
        <span className="flex">
          <OperationMark operation={operation} />
        </span>
      ),
    },
  }),
  display({
    id: 'progress',
    header: 'Progress',
    meta: {
      classes: 'w-30',
      plain: (operation, { actions, categories }) => (
        <ProgressButton operation={operation} outside={isAway(operation, categories)} change={actions.change} />
      ),
    },
  }),
  display({
    id: 'hours',
    header: 'Hours',
    meta: {
      end: true,
      classes: 'w-15',
      plain: ({ durationHours, categoryId }, { categories }) => {
        const outside = isAway({ categoryId }, categories)
        return { className: 'whitespace-nowrap font-semibold', children: formatDurationColumn(durationHours, outside) }
      },
    },
  }),
  display({
    id: 'start',
    header: 'Start',
    meta: {
      classes: 'w-37 whitespace-nowrap',
      plain: ({ startDate }, { dates, nowMs }) => ({
        className: 'text-ink-2',
        children: formatShortDateTime(startDate, dates, nowMs),
      }),
    },
  }),
  display({
    id: 'end',
    header: 'End',
    meta: {
      classes: 'w-37 whitespace-nowrap',
      plain: ({ outlook, endDate, scheduledEndDate }, { dates, nowMs }) => ({
        className: isLateState(outlook?.state) ? 'text-crit-text' : 'text-ink-2',
        children: formatShortDateTime(endDate ?? scheduledEndDate, dates, nowMs),
      }),
    },
  }),
  display({
    id: 'after',
    header: 'After',
    meta: {
      classes: 'w-20 truncate',
      plain: (operation, { operations }) => {
        const after = dependencyText(operation, operations)
        return {
          className: 'text-ink-3',
          children: <span title={after}>{after}</span>,
        }
      },
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      classes: 'w-12 px-2!',
      plain: (operation, scene) => <RowMenu operation={operation} scene={scene} />,
    },
  }),
]

/** The most important columns, for screens without room for all. */
const decisionColumns = new Set(['sequence', 'name', 'workCenter', 'state', 'progress', 'end', 'actions'])

const dash = <span className="text-ink-3">—</span>
const idOf = ({ operationId }: Operation) => operationId

type OperationsTableProps = {
  shown: readonly Operation[]
  scene: OperationsScene
  marked: string | null
  onMark: (operationId: string | null) => void
  sum: ReactNode
  isTight: boolean
}

/** The operations in columns, with the totals below. */
export function OperationsTable({ shown, scene, marked, onMark, sum, isTight }: OperationsTableProps) {
  const table = useListTable({ columns, rows: shown, idOf, ...(isTight && { shown: decisionColumns }) })
  return (
    <div className="overflow-x-auto border-line-2 border-y bg-surface">
      <PlainList
        table={table}
        scene={scene}
        className={isTight ? 'table-fixed' : 'min-w-250 table-fixed'}
        atOnce={operationsAtOnce}
        drawRow={(operation, cells) => (
          <SortableRow
            id={operation.operationId}
            disabled={scene.orderReasonOf(operation) !== null}
            marked={marked === operation.operationId}
            onMark={onMark}
          >
            {cells}
          </SortableRow>
        )}
        foot={sum}
      />
    </div>
  )
}

type OperationsPrintProps = Pick<OperationsTableProps, 'shown' | 'scene'> & {
  title: string
  filters: readonly string[]
  sum: string
}

/** Prints the operations, even if the screen has no room for the table. */
export const OperationsPrint = ({ shown, ...printed }: OperationsPrintProps) => (
  <RowsPrint {...printed} columns={columns} idOf={idOf} rows={shown} one="operation" />
)
