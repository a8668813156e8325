import type { Category } from '#contract/categories.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { hoursLeftOf, isLate, type KanbanCard } from './kanban-card.ts'

export interface ColumnTotals {
  readonly count: number
  readonly late: number
  readonly hoursLeft: number
}

/** The totals in the header of a column. */
export const columnTotals = (
  items: readonly KanbanCard[],
  categories: ReadonlyMap<string, Category> = new Map(),
): ColumnTotals => {
  let late = 0
  let hoursLeft = 0
  for (const card of items) {
    if (isLate(card)) late += 1
    const category = card.type === 'operation' ? categories.get(card.categoryId ?? '') : undefined
    // Calendar time at a supplier does not count as work.
    if (!category || !isOutside(category)) hoursLeft += hoursLeftOf(card)
  }
  return { count: items.length, late, hoursLeft }
}
