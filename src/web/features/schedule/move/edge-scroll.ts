const edgePx = 40
const stepPx = 14

/** Scrolls the board while a travelling bar is held near its left or right edge; `onScroll` hears how far it has come. */
export const edgeScroll = (surface: HTMLElement, onScroll: (travelledPx: number) => void) => {
  const scroller = surface.closest<HTMLElement>('[data-scroller]')
  const from = scroller?.scrollLeft ?? 0
  let frame = 0
  let step = 0
  const tick = () => {
    frame = 0
    if (!scroller || step === 0) return
    const before = scroller.scrollLeft
    scroller.scrollLeft += step
    if (scroller.scrollLeft === before) return
    onScroll(scroller.scrollLeft - from)
    frame = requestAnimationFrame(tick)
  }
  return {
    /** Tells where the pointer is now. */
    at(clientX: number): void {
      if (!scroller) return
      const box = scroller.getBoundingClientRect()
      const left = box.left + Number(scroller.dataset.fixed ?? 0)
      step = clientX > box.right - edgePx ? stepPx : clientX < left + edgePx ? -stepPx : 0
      if (step !== 0) frame ||= requestAnimationFrame(tick)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}
