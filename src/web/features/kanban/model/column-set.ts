import { type KanbanColumn, landingIndex } from '#domain/kanban/build-kanban.ts'
import type { KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import { columnOf, compareCards, type KanbanCard } from './kanban-card.ts'

export type Columns = readonly KanbanColumn<KanbanCard>[]

/** Reuses the objects of columns whose cards are the same objects in the same order, so that these do not render again. */
export function reuseColumns(before: Columns, next: Columns): Columns {
  const reused = next.map((column) => {
    const old = before.find(({ id }) => id === column.id)
    const same =
      old !== undefined &&
      old.title === column.title &&
      old.items.length === column.items.length &&
      old.items.every((item, index) => item === column.items[index])
    return same ? old : column
  })
  return reused.length === before.length && reused.every((column, index) => column === before[index]) ? before : reused
}

/** The current board, except for one dragged card, which stays where it was picked up. */
export function withHeldCard(columns: Columns, card: KanbanCard | null, grouping: KanbanGrouping): Columns {
  if (!card) return columns
  const home = columnOf(card, grouping)
  return columns.map((column) => {
    const at = column.items.findIndex(({ id }) => id === card.id)
    if (column.id === home) {
      if (at >= 0 && column.items[at] === card) return column
      const others = at < 0 ? column.items : column.items.toSpliced(at, 1)
      return { ...column, items: others.toSpliced(landingIndex(others, card, compareCards), 0, card) }
    }
    return at < 0 ? column : { ...column, items: column.items.toSpliced(at, 1) }
  })
}
