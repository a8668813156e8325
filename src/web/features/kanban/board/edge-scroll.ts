/** Distance from the edge of the board within which the pointer scrolls past a fully visible column. */
export const edgeZonePx = 24
/** How long a column stays fully visible before the board scrolls to the next one. */
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
  /** How long the board has not scrolled while the pointer was at its edge. */
  readonly restedMs: number
}

/**
 * How far the board scrolls under a dragged card, in pixels to the right (negative: to the left). A column stays under
 * the pointer: if it is cut off, the board scrolls it into full view and stops. The board scrolls to the next column
 * only while the pointer rests at the very edge.
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
