import { useEffect, useState } from 'react'

/** Becomes true one frame after `value`, and false immediately. For content that may appear a moment later. */
export function useAfterPaint(value: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!value) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The browser paints the frame between the two callbacks.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setPainted(false)
    }
  }, [value])
  return value && painted
}
