import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ScrollerHandle } from '../frame/time-scroller.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { xOf } from '../model/time-scale.ts'

/** Rows in sight at most; further ones need not be looked at. */
const looksAt = 40

/** What a search has found is brought into sight when none of it stands in the time that is shown. */
export const useShowFound = (scroller: RefObject<ScrollerHandle | null>, treePx: number) => {
  const { model, scale } = useGantt()
  const order = useGanttState((state) => state.order)
  const lookedAt = useRef<Int32Array | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current?.element
    // Only a new finding moves the board, not a new zoom or width.
    if (lookedAt.current === order) return
    lookedAt.current = order
    if (!element || order.length === model.projectCount) return
    const [left, right] = [element.scrollLeft, element.scrollLeft + element.clientWidth - treePx]
    const spans = Array.from(order.subarray(0, looksAt))
      .filter((project) => at(model.projectEndMs, project) > 0)
      .map((project) => [xOf(scale, at(model.projectStartMs, project)), xOf(scale, at(model.projectEndMs, project))])
    const [first] = spans
    if (!first || spans.some(([fromX = 0, toX = 0]) => toX > left && fromX < right)) return
    scroller.current?.revealX(at(first, 0), at(first, 1))
  }, [order, model, scale, treePx, scroller])
}
