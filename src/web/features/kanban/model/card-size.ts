import type { KanbanCard, OperationCard } from './kanban-card.ts'

/** Heights of cards in px. They are computed, so that the length of a long column is known without rendering it. */

export const cardGapPx = 8
export const dropBoxPx = 42

/** Four lines at 1.25rem. Gaps, padding and footer do not grow with the text. */
const linesRem = 4 * 1.25
/** Lines that every expanded card has. */
const detailLines = 3
/** Maximum number of operations on an expanded project card. */
const mostOperations = 3

/** Lines about the time on an operation: its hours once it has begun, and whether anyone works on it until it is done. */
const workTimeLines = ({ begun, progress }: OperationCard): number => (begun ? (progress < 1 ? 2 : 1) : 0)

/**
 * Lines that not every expanded card has: the forecast and the operations of a project, the material of an operation and the time on it.
 */
export const extraLines = (card: KanbanCard): number =>
  card.type === 'project' ? 1 + listedOperations(card) : Number(card.materialReadyMs !== null) + workTimeLines(card)

/** Number of open operations that an expanded card lists. */
export const listedOperations = (card: KanbanCard): number =>
  card.type === 'project'
    ? Math.min(mostOperations, Math.max(0, card.project.operationCount - card.project.completedOperationCount))
    : 0

interface CardShape {
  readonly density: 'comfortable' | 'compact'
  readonly narrow: boolean
  readonly badge: boolean
  readonly expanded: boolean
  /** Lines of an expanded card in addition to `detailLines`. */
  readonly listed?: number
}

/** `remPx`: text size of the root. At 16 px: 148, 4 more with a badge, expanded 84 more and 20 per listed line. */
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
