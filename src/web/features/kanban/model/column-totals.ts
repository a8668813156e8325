import { hoursLeftOf, isLate, type KanbanCard } from './kanban-card.ts'

export interface ColumnTotals {
  readonly count: number
  readonly late: number
  readonly hoursLeft: number
}

/** The totals in the head of a column. */
export const columnTotals = (items: readonly KanbanCard[]): ColumnTotals => {
  let late = 0
  let hoursLeft = 0
  for (const card of items) {
    if (isLate(card)) late += 1
    hoursLeft += hoursLeftOf(card)
  }
  return { count: items.length, late, hoursLeft }
}
