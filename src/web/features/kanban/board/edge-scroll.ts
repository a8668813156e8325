/** How near the edge of the board the pointer must be to carry on past a column that is in full view. */
export const edgeZonePx = 24
/** How long a column that has come into full view stays there before the board goes on to the next one. */
export const restMs = 800

interface Span {
  readonly left: number
  readonly right: number
}

interface EdgeScrollInput {
  /** The visible part of the board. */
  readonly view: Span
  /** The columns, left to right. */
  readonly columns: readonly Span[]
  readonly pointerX: number
  /** How long the board has stood still with the pointer at its edge. */
  readonly restedMs: number
}

/**
 * How far the board scrolls under a held card, in pixels to the right (negative: to the left). A column under the pointer
 * never leaves it: one that is cut off comes into full view and stops there. Only a pointer that waits in the very edge
 * brings in the next column.
 */
export const edgeScroll = ({ view, columns, pointerX, restedMs }: EdgeScrollInput): number => {
  if (pointerX < view.left || pointerX > view.right) return 0
  const under = columns.find(({ left, right }) => left <= pointerX && pointerX <= right)
  if (under && under.right > view.right) return under.right - view.right
  if (under && under.left < view.left) return under.left - view.left
  if (under && restedMs < restMs) return 0
  if (pointerX >= view.right - edgeZonePx) {
    const next = columns.find(({ right }) => right > view.right + 1)
    return next ? next.right - view.right : 0
  }
  if (pointerX <= view.left + edgeZonePx) {
    const next = columns.findLast(({ left }) => left < view.left - 1)
    return next ? next.left - view.left : 0
  }
  return 0
}
