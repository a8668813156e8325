import type { OperationSort } from '#contract/operation-filter.ts'
import type { OperationStatus } from '#contract/vocabulary.ts'
import { type MadePlan, perProject } from './made-plan.ts'
import { statusOf } from './made-row.ts'

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byStart =
  ({ startMs }: MadePlan) =>
  (a: number, b: number): number =>
    (startMs[a] ?? 0) - (startMs[b] ?? 0)

/** Compares two rows by the sort key of the benchmark. */
const comparisons: Partial<Record<OperationSort, (plan: MadePlan) => (a: number, b: number) => number>> = {
  name: ({ names }) => {
    const sorted = [...new Set(names)].sort(byName.compare)
    const rankOf = new Map(sorted.map((name, rank) => [name, rank]))
    const ranks = Int32Array.from(names, (name) => rankOf.get(name) ?? 0)
    return (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0)
  },
  start: byStart,
  // The forecast of the made plan follows the plan.
  forecastStart: byStart,
  // Projects are numbered in the order of the plan.
  projectNumber: () => (a, b) => Math.floor(a / perProject) - Math.floor(b / perProject),
  daysOverdue:
    ({ daysOverdue }) =>
    (a, b) =>
      (daysOverdue[a] ?? 0) - (daysOverdue[b] ?? 0),
}

export interface RowSelection {
  readonly statuses?: readonly OperationStatus[] | undefined
  readonly sortBy?: OperationSort | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

/** The rows of the plan with one of the statuses, in order; equal rows stay in plan order. */
export const selectRows = (plan: MadePlan, { statuses, ...order }: RowSelection): number[] => {
  const { sortBy = 'daysOverdue', sortOrder = sortBy === 'daysOverdue' ? 'desc' : 'asc' } = order
  const comparison = comparisons[sortBy]?.(plan)
  if (!comparison) throw new Error(`The bench does not sort by '${sortBy}'`)
  const rows = Array.from(plan.ids, (_, row) => row)
  const found = statuses ? rows.filter((row) => statuses.includes(statusOf(plan, row))) : rows
  return found.sort(sortOrder === 'asc' ? comparison : (a, b) => comparison(b, a))
}
