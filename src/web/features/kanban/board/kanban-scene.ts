import { createContext, type RefObject, use } from 'react'
import type { Category } from '#contract/categories.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import type { ColumnId, KanbanGrouping } from '#domain/kanban/kanban-columns.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import type { KanbanCard, OperationCard } from '../model/kanban-card.ts'

/** The actions on a card. The functions are stable while the board is mounted. */
export interface CardActions {
  /** Returns true if the move has started. */
  readonly move: (card: KanbanCard, column: ColumnId, source: HistorySource, groupBy?: KanbanGrouping) => boolean
  /** Moves the card to the neighboring column: +1 right, -1 left. */
  readonly step: (card: KanbanCard, by: 1 | -1) => void
  readonly focusBeside: (card: KanbanCard, by: 1 | -1) => void
  readonly toggleExpanded: (cardId: string) => void
  readonly toggleCollapsed: (column: ColumnId) => void
  readonly openProgress: (card: KanbanCard) => void
  readonly hold: (card: OperationCard, onHold: boolean) => void
  readonly open: (path: string) => void
}

/** A card that takes the focus, or animates from where it was dropped, as soon as it is rendered. */
export interface Landing {
  readonly cardId: string
  /** `return`: only if no other element has taken the focus in the meantime. */
  readonly focus: 'scroll' | 'stay' | 'return'
  readonly from: { readonly left: number; readonly top: number } | null
}

/** The data that all columns and cards share. */
export interface KanbanScene {
  readonly grouping: KanbanGrouping
  readonly density: 'comfortable' | 'compact'
  readonly narrow: boolean
  readonly dates: DateSettings
  readonly nowMs: number
  readonly categories: ReadonlyMap<string, Category>
  readonly actions: CardActions
  readonly landing: RefObject<Landing | null>
  readonly reveal: Map<ColumnId, (cardId: string) => void>
}

export const KanbanContext = createContext<KanbanScene | null>(null)

export function useKanbanScene(): KanbanScene {
  const scene = use(KanbanContext)
  if (!scene) throw new Error('A card is rendered outside its board')
  return scene
}
