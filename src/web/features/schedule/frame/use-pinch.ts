import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How much one notch of a wheel (100 px of travel) changes the width of a day. */
const perNotch = 1.25
const notchPx = 100
/** A wheel that counts lines or pages travels about this far for each. */
const linePx = 33

const travelOf = ({ deltaY, deltaMode }: WheelEvent): number => deltaY * (deltaMode === 0 ? 1 : linePx)

const middleOf = ([a, b]: readonly [Touch, Touch]) => ({
  x: (a.clientX + b.clientX) / 2,
  apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
})

const twoTouches = ({ touches: [a, b, c] }: TouchEvent): readonly [Touch, Touch] | null =>
  a && b && !c ? [a, b] : null

/**
 * Zooms by a wheel with Ctrl or Cmd, by pinching a trackpad (which browsers report as such a wheel), and by two fingers. `onZoom` gets
 * how much wider days shall be, and where in the browser window the date must stay. Called at most once per frame.
 */
export const usePinch = (element: RefObject<HTMLElement | null>, onZoom: (factor: number, clientX: number) => void) => {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const listening = new AbortController()
    const options = { passive: false, signal: listening.signal }
    let [frame, factor, clientX, apart] = [0, 1, 0, 0]
    const later = (by: number, x: number) => {
      factor *= by
      clientX = x
      frame ||= requestAnimationFrame(() => {
        const total = factor
        ;[frame, factor] = [0, 1]
        zoom(total, clientX)
      })
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      // Otherwise the browser would zoom the page.
      event.preventDefault()
      later(perNotch ** (-travelOf(event) / notchPx), event.clientX)
    }
    const onTouch = (event: TouchEvent) => {
      const touches = twoTouches(event)
      if (!touches) return
      event.preventDefault()
      const next = middleOf(touches)
      if (event.type === 'touchmove') later(next.apart / apart, next.x)
      apart = next.apart
    }
    target.addEventListener('wheel', onWheel, options)
    target.addEventListener('touchstart', onTouch, options)
    target.addEventListener('touchmove', onTouch, options)
    return () => {
      listening.abort()
      cancelAnimationFrame(frame)
    }
  }, [element])
}
