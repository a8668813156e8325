import { valueAt } from '#domain/value-at.ts'
import type { ColumnId, ColumnTitle } from './kanban-columns.ts'

export interface KanbanColumn<Card> extends ColumnTitle {
  readonly items: readonly Card[]
}

export type CompareCards<Card> = (a: Card, b: Card) => number

interface Shipped {
  /** Ship date in epoch ms; null = undated. */
  readonly shipMs: number | null
  readonly number: string
}

/** Orders by ship date ascending, undated last, and equal dates by project number. */
export const byShipDate = (a: Shipped, b: Shipped): number => {
  if (a.shipMs !== b.shipMs)
    return (a.shipMs ?? Number.POSITIVE_INFINITY) < (b.shipMs ?? Number.POSITIVE_INFINITY) ? -1 : 1
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0
}

interface Sequenced extends Shipped {
  readonly sequence: number
}

/** Orders operations by sequence, and equal ones by their projects' order. */
export const bySequence = (a: Sequenced, b: Sequenced): number => a.sequence - b.sequence || byShipDate(a, b)

/** Puts each card into its column and sorts the columns. A card whose column does not exist is left out. */
export const buildKanban = <Card>(
  columns: readonly ColumnTitle[],
  cards: readonly Card[],
  columnOf: (card: Card) => ColumnId,
  compare: CompareCards<Card>,
): KanbanColumn<Card>[] => {
  const groups = new Map<ColumnId, Card[]>(columns.map(({ id }) => [id, []]))
  for (const card of cards) groups.get(columnOf(card))?.push(card)
  return columns.map(({ id, title }) => ({ id, title, items: (groups.get(id) ?? []).sort(compare) }))
}

/** The index at which a dropped card will land among the sorted `items`. */
export const landingIndex = <Card>(items: readonly Card[], card: Card, compare: CompareCards<Card>): number => {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(valueAt(items, middle), card) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
