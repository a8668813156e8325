import { useEffect, useState } from 'react'

/** Becomes true one frame after `value`, and false at once. For content that may appear a moment later. */
export function useAfterPaint(value: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!value) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The frame is drawn between the two.
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
