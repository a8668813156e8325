import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element in px, updated when it changes; `fallbackPx` until it is known. */
export const useWidth = <E extends Element>(fallbackPx: number): [RefObject<E | null>, number] => {
  const ref = useRef<E>(null)
  const [widthPx, setWidthPx] = useState(fallbackPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(element.getBoundingClientRect().width || fallbackPx)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [fallbackPx])
  return [ref, widthPx]
}
