import { columnsAround, contentTop, tallestPx } from '../model/scroll-window.ts'

/** The rendered part of the scrolled content, in px. It changes in steps, so that most scroll events change nothing. */
export interface PlanView {
  readonly fromX: number
  readonly toX: number
  readonly fromY: number
  readonly toY: number
  /** Position of `fromY` in the scroller. It differs only when the content is taller than a browser can place. */
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
  const offsetY = contentPx <= tallestPx ? fromY : element.scrollTop - (top - fromY)
  return { fromX, toX, fromY, toY, offsetY, widthPx, heightPx }
}

export const sameView = (a: PlanView, b: PlanView): boolean =>
  a.fromX === b.fromX &&
  a.toX === b.toX &&
  a.fromY === b.fromY &&
  a.toY === b.toY &&
  a.offsetY === b.offsetY &&
  a.widthPx === b.widthPx &&
  a.heightPx === b.heightPx
