/** Browsers cannot place elements beyond about 33 million px, so longer content scrolls at a smaller scale. */
export const tallestPx = 15_000_000

/** Position in the content for a native scroll position. Both are equal up to a content of `tallestPx`. */
export const contentTop = (scrollTop: number, contentPx: number, viewportPx: number): number => {
  if (contentPx <= tallestPx) return scrollTop
  return (scrollTop / (tallestPx - viewportPx)) * (contentPx - viewportPx)
}

/** The native scroll position that shows a position in the content. */
export const scrollTopFor = (top: number, contentPx: number, viewportPx: number): number => {
  if (contentPx <= tallestPx) return top
  return (top / (contentPx - viewportPx)) * (tallestPx - viewportPx)
}

const rowStep = 4

/** Rows around the viewport, in steps of four so that most scroll events change nothing. */
export const rowsAround = (top: number, heightPx: number, rowPx: number, rowCount: number): [number, number] => {
  const first = Math.floor(top / rowPx / rowStep - 1) * rowStep
  const last = Math.ceil((top + heightPx) / rowPx / rowStep + 1) * rowStep
  return [Math.max(0, Math.min(first, rowCount)), Math.min(rowCount, Math.max(0, last))]
}

/** How a window moves: its steps, how far it reaches beyond the viewport, and how much sooner than others it takes its steps. */
export interface WindowSteps {
  readonly stepPx: number
  readonly marginPx: number
  readonly phasePx?: number
}

/**
 * The part of a length around the viewport: it reaches a margin beyond both sides, and moves in steps, with both of its ends in the same moment, so
 * that what is drawn changes once a step.
 */
export const windowAround = (
  position: number,
  sizePx: number,
  { stepPx, marginPx, phasePx = 0 }: WindowSteps,
  lengthPx: number,
): [number, number] => {
  const from = Math.floor((position + phasePx) / stepPx) * stepPx - phasePx - marginPx
  return [Math.max(0, from), Math.min(lengthPx, from + stepPx + sizePx + 2 * marginPx)]
}

const surfaceStepPx = 4096

/** The part of the plan around a window that keeps its place for a while when the window moves. */
export const surfaceAround = (fromPx: number, toPx: number, planPx: number): [number, number] => {
  const origin = Math.floor(fromPx / surfaceStepPx) * surfaceStepPx
  return [origin, Math.min(planPx, Math.max(toPx, origin + 2 * surfaceStepPx))]
}

/**
 * The scroll position that shows a span: the current one when the span is in view, the nearest one with a margin when
 * it is close, or else one with the span before the middle.
 */
export const reveal = (position: number, sizePx: number, fromPx: number, toPx: number, airPx: number): number => {
  const before = fromPx - airPx < position
  if (!before && toPx + airPx <= position + sizePx) return position
  const nearest = before ? fromPx - airPx : Math.min(fromPx - airPx, toPx + airPx - sizePx)
  const far = Math.abs(nearest - position) > sizePx / 2
  return Math.max(0, far ? fromPx - 0.4 * Math.max(0, sizePx - (toPx - fromPx)) : nearest)
}
