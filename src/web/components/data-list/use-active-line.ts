import { useCallback, useRef, useState } from 'react'

/**
 * The line that the keys act on. `focusLine` also focuses the line as soon as it is rendered. If the ids of all lines
 * are known, the active line follows its row when the order changes.
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
    // When an action has removed rows, the row that moved up becomes the active one.
    active: Math.min(line, count - 1),
    setActive,
    focusLine: (index: number) => {
      wanted.current = index
      setActive(index)
    },
    takesFocus,
  }
}
