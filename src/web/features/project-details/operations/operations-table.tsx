import type { ReactNode } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { OperationRow } from './operation-row.tsx'
import type { OrderReason, RowActions } from './row-actions.ts'

export type OperationsViewProps = {
  /** The operations to show, in order. */
  shown: readonly Operation[]
  operations: readonly Operation[]
  categories: ReadonlyMap<string, Category>
  dates: DateSettings
  nowMs: number
  marked: string | null
  onMark: (operationId: string | null) => void
  actions: RowActions
  orderReason: OrderReason
}

export const tableColumns = [
  ['Seq', 'w-16 text-right!'],
  ['Operation', ''],
  ['Work center', 'w-31'],
  ['State', 'w-30'],
  ['Progress', 'w-30'],
  ['Hours', 'w-15 text-right!'],
  ['Start', 'w-39'],
  ['End', 'w-39'],
  ['After', 'w-16'],
] as const

/** The operations in columns, with the sum below. */
export function OperationsTable({ shown, sum, ...rest }: OperationsViewProps & { sum: ReactNode }) {
  const { operations, categories, dates, nowMs, marked, onMark, actions, orderReason } = rest
  return (
    <div className="overflow-x-auto border-line-2 border-y bg-surface">
      <table className="w-full min-w-250 table-fixed [&_td]:px-2 [&_th]:px-2 [&_th]:text-left">
        <thead className="h-8 bg-sunken text-ink-2">
          <tr>
            {tableColumns.map(([title, className]) => (
              <th key={title} scope="col" className={`font-normal ${className}`}>
                {title}
              </th>
            ))}
            <th scope="col" className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((operation, index) => (
            <OperationRow
              key={operation.operationId}
              category={operation.categoryId ? categories.get(operation.categoryId) : undefined}
              marked={marked === operation.operationId}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              {...{ operation, operations, dates, nowMs, onMark, actions, orderReason }}
            />
          ))}
        </tbody>
        <tfoot className="h-8.5 border-line border-t text-ink-2">{sum}</tfoot>
      </table>
    </div>
  )
}
