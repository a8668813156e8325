import { contentTop, surfaceAround, tallestPx, windowAround } from '../model/scroll-window.ts'

/** The rendered part of the scrolled content, in px. It changes in steps, so that most scroll events change nothing. */
export interface PlanView {
  readonly fromX: number
  readonly toX: number
  readonly fromY: number
  readonly toY: number
  /**
   * The surface on which the window is drawn, a larger part of the plan. While the window moves on it, what is drawn keeps its place,
   * so that neither we nor the browser draw it again.
   */
  readonly originX: number
  readonly endX: number
  readonly originY: number
  readonly endY: number
  /** Position of `originY` in the scroller. It differs only when the content is taller than a browser can place. */
  readonly offsetY: number
  readonly widthPx: number
  readonly heightPx: number
  /** How far the time is scrolled, to the last turn: rows that take turns with their steps go by it. */
  readonly turnX: number
}

/** The steps in which the window moves: each costs the browser much, whatever its width. And how far it reaches beyond the sides of the screen. */
const [stepsX, stepsY] = [
  { stepPx: 256, marginPx: 128 },
  { stepPx: 128, marginPx: 128 },
]

/** A part of the time, in px of the plan, and the point of the plan at the left edge of the surface. */
export interface TimePart {
  readonly fromX: number
  readonly toX: number
  readonly originX: number
}

/** How many turns there are until each row has taken its step sideways, and how far the time is scrolled from turn to turn. */
const turns = 8
export const turnPx = stepsX.stepPx / turns

/** What is drawn in steps of the window, or, because it costs much to draw and little to keep, in longer ones. */
const stepPxOf = { labels: stepsX.stepPx, shapes: 4 * stepsX.stepPx }

/** The part of the time that a row draws. Rows side by side move theirs at different turns, so that a frame draws few of them. */
export const partInTurn = (
  { turnX, widthPx, originX }: PlanView,
  row: number,
  planPx: number,
  drawn: keyof typeof stepPxOf,
): TimePart & {
  /** Where the time in sight begins until the next step: between these. */
  readonly sight: readonly [leastX: number, mostX: number]
} => {
  const stepPx = stepPxOf[drawn]
  const steps = { stepPx, marginPx: stepsX.marginPx, phasePx: ((row % turns) * stepPx) / turns }
  const [fromX, toX] = windowAround(turnX, widthPx, steps, Math.max(planPx, widthPx))
  const leastX = Math.floor((turnX + steps.phasePx) / stepPx) * stepPx - steps.phasePx
  return { fromX, toX, originX, sight: [leastX, leastX + stepPx] }
}

/** What the scroller says of itself: how far it is scrolled, and its size. */
export interface ScrollBox {
  readonly left: number
  readonly top: number
  readonly widthPx: number
  readonly heightPx: number
}

/** Reads the scroller. Where there is no layout, as in tests, it has the size of a desktop. */
export const readBox = ({ scrollLeft: left, scrollTop: top, clientWidth, clientHeight }: HTMLElement): ScrollBox => {
  const [widthPx, heightPx] = clientWidth > 0 ? [clientWidth, clientHeight] : [1280, 720]
  return { left, top, widthPx, heightPx }
}

/** What is scrolled. `leftPx` = fixed columns, `topPx` = time axis. */
interface Scrolled {
  readonly leftPx: number
  readonly topPx: number
  readonly planPx: number
  readonly contentPx: number
  readonly turnPx?: number
}

/** The window of a scroller. */
export const viewOf = (box: ScrollBox, scrolled: Scrolled): PlanView => {
  const { leftPx, topPx, planPx, contentPx, turnPx: turn = stepsX.stepPx } = scrolled
  const widthPx = Math.max(0, box.widthPx - leftPx)
  const heightPx = Math.max(0, box.heightPx - topPx)
  const top = contentTop(box.top, contentPx, heightPx)
  const [fromY, toY] = windowAround(top, heightPx, stepsY, contentPx)
  const [fromX, toX] = windowAround(box.left, widthPx, stepsX, Math.max(planPx, widthPx))
  const [originX, endX] = surfaceAround(fromX, toX, Math.max(planPx, widthPx))
  const isTall = contentPx > tallestPx
  const [originY, bottomY] = isTall ? [fromY, toY] : surfaceAround(fromY, toY, contentPx)
  const offsetY = isTall ? box.top - (top - fromY) : originY
  // Below the last row there may be room left in the window.
  const endY = Math.max(bottomY, originY + heightPx)
  const turnX = Math.floor(box.left / turn) * turn
  return { fromX, toX, fromY, toY, originX, endX, originY, endY, offsetY, widthPx, heightPx, turnX }
}
