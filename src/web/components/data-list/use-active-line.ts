import { useCallback, useRef, useState } from 'react'

/**
 * The line that the keys act on. `focusLine` also gives it the keyboard as soon as it is drawn. Where the ids of all
 * lines are known, it stays with its row when their order changes.
 */
export function useActiveLine(count: number, ids: readonly string[] | null = null) {
  const [line, setActive] = useState(-1)
  const [seenIds, setSeenIds] = useState(ids)
  if (ids !== seenIds) {
    setSeenIds(ids)
    const moved = ids?.indexOf(seenIds?.[line] ?? '') ?? -1
    if (moved >= 0) setActive(moved)
  }
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
