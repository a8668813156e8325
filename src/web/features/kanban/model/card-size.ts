import type { KanbanCard } from './kanban-card.ts'

/** Heights of cards in px. They are set, not measured: a column of thousands knows its length without drawing any. */

export const cardGapPx = 8
export const dropBoxPx = 42

/** Four lines at 1.25rem; gaps, padding and footer stay as the text grows. */
const linesRem = 4 * 1.25
/** What every expanded card says. */
const detailLines = 3
/** Operations that an expanded project card lists at most. */
const mostOperations = 3

/** A project has one more to say than an operation: its forecast. */
export const extraLines = (card: KanbanCard): number => (card.type === 'project' ? 1 : 0) + listedOperations(card)

/** How many of its open operations an expanded card lists. */
export const listedOperations = (card: KanbanCard): number =>
  card.type === 'project'
    ? Math.min(mostOperations, Math.max(0, card.project.operationCount - card.project.completedOperationCount))
    : 0

interface CardShape {
  readonly density: 'comfortable' | 'compact'
  readonly narrow: boolean
  readonly badge: boolean
  readonly expanded: boolean
  /** Lines an expanded card has beside the usual ones. */
  readonly listed?: number
}

/** `remPx`: size of the root's text. 152 with a deadline badge, 148 without, expanded 84 more and 20 for each line listed. */
export function cardHeightPx({ density, narrow, badge, expanded, listed = 0 }: CardShape, remPx: number): number {
  const details = expanded ? Math.round((detailLines + listed) * 1.25 * remPx) + 24 : 0
  if (density === 'compact') return Math.round(2 * 1.25 * remPx) + (narrow ? 36 : 24) + details
  const head = Math.round(linesRem * remPx) + 32
  const footer = narrow ? 40 : 36
  return head + footer + (badge ? 4 : 0) + details
}

export const rootRemPx = (): number => {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(px) && px > 0 ? px : 16
}
