import { useCallback, useRef, useState } from 'react'

/** The line that the keys act on. `focusLine` also gives it the keyboard as soon as it is drawn. */
export function useActiveLine(count: number) {
  const [line, setActive] = useState(-1)
  const wanted = useRef(-1)
  const takesFocus = useCallback((index: number) => {
    const takes = wanted.current === index
    if (takes) wanted.current = -1
    return takes
  }, [])
  return {
    // After an action rows are gone: the one that has moved up is the next.
    active: Math.min(line, count - 1),
    setActive,
    focusLine: (index: number) => {
      wanted.current = index
      setActive(index)
    },
    takesFocus,
  }
}
