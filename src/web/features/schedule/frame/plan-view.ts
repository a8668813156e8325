import { columnsAround, contentTop, surfaceAround, tallestPx } from '../model/scroll-window.ts'

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
}

const stepY = 128

/** Size of the element, or that of a desktop when there is no layout, as in tests. */
const sizeOf = (element: HTMLElement): [number, number] =>
  element.clientWidth > 0 ? [element.clientWidth, element.clientHeight] : [1280, 720]

/** Reads the window from the scroller. `leftPx` = fixed columns, `topPx` = time axis. */
export const readView = (
  element: HTMLElement,
  leftPx: number,
  topPx: number,
  planPx: number,
  contentPx: number,
): PlanView => {
  const [clientWidth, clientHeight] = sizeOf(element)
  const widthPx = Math.max(0, clientWidth - leftPx)
  const heightPx = Math.max(0, clientHeight - topPx)
  const top = contentTop(element.scrollTop, contentPx, heightPx)
  const fromY = Math.max(0, Math.floor(top / stepY - 1) * stepY)
  const toY = Math.min(contentPx, Math.ceil((top + heightPx) / stepY + 1) * stepY)
  const [fromX, toX] = columnsAround(element.scrollLeft, widthPx, Math.max(planPx, widthPx))
  const [originX, endX] = surfaceAround(fromX, toX, Math.max(planPx, widthPx))
  const isTall = contentPx > tallestPx
  const [originY, bottomY] = isTall ? [fromY, toY] : surfaceAround(fromY, toY, contentPx)
  const offsetY = isTall ? element.scrollTop - (top - fromY) : originY
  // Below the last row there may be room left in the window.
  const endY = Math.max(bottomY, originY + heightPx)
  return { fromX, toX, fromY, toY, originX, endX, originY, endY, offsetY, widthPx, heightPx }
}

/** Whether both are equal in everything. `readView` gives all views their values in one order. */
export const sameView = (a: PlanView, b: PlanView): boolean => {
  const values = Object.values(b)
  return Object.values(a).every((value, i) => value === values[i])
}
