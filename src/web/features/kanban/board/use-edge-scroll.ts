import { type RefObject, useEffect } from 'react'
import { edgeScroll, edgeZonePx } from './edge-scroll.ts'

const pxPerSecond = 900

const spanOf = (element: Element) => {
  const { left, right } = element.getBoundingClientRect()
  return { left, right }
}

/** Scrolls the board sideways while a card is dragged, by the rule of `edgeScroll`. */
export function useEdgeScroll(scroller: RefObject<HTMLElement | null>, holding: boolean): void {
  useEffect(() => {
    const kanban = scroller.current
    if (!holding || !kanban) return
    let pointerX: number | null = null
    /** The `scrollLeft` that the board is scrolling to. */
    let goal: number | null = null
    let lastMs = performance.now()
    let restingSinceMs = lastMs
    const follow = ({ clientX }: PointerEvent) => {
      pointerX = clientX
      const view = spanOf(kanban)
      const atRight = clientX > view.right - edgeZonePx
      const atLeft = clientX < view.left + edgeZonePx
      if (!atRight && !atLeft) restingSinceMs = performance.now()
      if (goal !== null && !(goal > kanban.scrollLeft ? atRight : atLeft)) goal = null
    }
    const towards = (goalPx: number, mostPx: number) => {
      const before = kanban.scrollLeft
      const left = goalPx - before
      kanban.scrollLeft += Math.sign(left) * Math.min(Math.abs(left), mostPx)
      return Math.abs(goalPx - kanban.scrollLeft) < 1 || kanban.scrollLeft === before
    }
    const step = (nowMs: number) => {
      const mostPx = Math.max(1, ((nowMs - lastMs) * pxPerSecond) / 1000)
      lastMs = nowMs
      frame = requestAnimationFrame(step)
      if (pointerX === null) return
      if (goal === null) {
        const columns = [...kanban.querySelectorAll('[data-column]')].map(spanOf)
        const restedMs = nowMs - restingSinceMs
        const wanted = edgeScroll({ view: spanOf(kanban), columns, pointerX, restedMs })
        if (Math.abs(wanted) >= 1) goal = kanban.scrollLeft + wanted
      }
      if (goal === null || !towards(goal, mostPx)) return
      goal = null
      restingSinceMs = nowMs
    }
    let frame = requestAnimationFrame(step)
    window.addEventListener('pointermove', follow)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', follow)
    }
  }, [scroller, holding])
}
