import { createContext, type RefObject, use } from 'react'
import type { Category } from '#contract/categories.ts'
import type { HistoryDoor } from '#contract/vocabulary.ts'
import type { BoardGrouping, ColumnId } from '#domain/board/board-columns.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import type { BoardCard, OperationCard } from '../model/board-card.ts'

/** What can be done with a card; every function stays the same while the board is on screen. */
export interface CardActions {
  /** Returns whether the card is on its way. */
  readonly move: (card: BoardCard, column: ColumnId, door: HistoryDoor, groupBy?: BoardGrouping) => boolean
  /** To the neighbouring column: +1 right, -1 left. */
  readonly step: (card: BoardCard, by: 1 | -1) => void
  /** The focus to the card above or below. */
  readonly focusBeside: (card: BoardCard, by: 1 | -1) => void
  readonly toggleExpanded: (cardId: string) => void
  readonly toggleCollapsed: (column: ColumnId) => void
  readonly openProgress: (card: BoardCard) => void
  readonly hold: (card: OperationCard, onHold: boolean) => void
  /** Goes to a page of the application. */
  readonly open: (path: string) => void
}

/** A card that is to take the focus, or to settle from where it was let go, as soon as it is drawn. */
export interface Landing {
  readonly cardId: string
  /** `return`: only when nothing else has taken the focus meanwhile. */
  readonly focus: 'scroll' | 'stay' | 'return'
  readonly from: { readonly left: number; readonly top: number } | null
}

/** What every column and card reads beside its own data. */
export interface BoardScene {
  readonly grouping: BoardGrouping
  readonly density: 'comfortable' | 'compact'
  readonly narrow: boolean
  readonly dates: DateSettings
  readonly nowMs: number
  readonly categories: ReadonlyMap<string, Category>
  readonly actions: CardActions
  readonly landing: RefObject<Landing | null>
  /** Scrolls a column to one of its cards. */
  readonly reveal: Map<ColumnId, (cardId: string) => void>
}

export const BoardContext = createContext<BoardScene | null>(null)

export function useBoardScene(): BoardScene {
  const scene = use(BoardContext)
  if (!scene) throw new Error('A card stands outside its board')
  return scene
}
