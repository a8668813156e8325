import { useEffect, useState } from 'react'

/** False until a frame has been drawn in which `value` was true; false again at once. For what may come a moment later. */
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
