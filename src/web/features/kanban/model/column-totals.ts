import { type BoardCard, hoursLeftOf, isLate } from './board-card.ts'

export interface ColumnTotals {
  readonly count: number
  readonly late: number
  readonly hoursLeft: number
}

/** What the head of a column says of its cards; of projects, those past their ship date are late. */
export const columnTotals = (items: readonly BoardCard[], nowMs: number): ColumnTotals => {
  let late = 0
  let hoursLeft = 0
  for (const card of items) {
    if (card.type === 'project' ? card.project.state === 'late' : isLate(card, nowMs)) late += 1
    hoursLeft += hoursLeftOf(card)
  }
  return { count: items.length, late, hoursLeft }
}
