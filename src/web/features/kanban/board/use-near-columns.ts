import { type RefObject, useLayoutEffect, useState } from 'react'

const marginPx = 40

/**
 * Which columns of the sideways-scrolling board are in sight or nearly. `layout` changes when columns are folded.
 * Where nothing is laid out (tests without a browser) all are.
 */
export function useNearColumns(scroller: RefObject<HTMLElement | null>, layout: string): (columnId: string) => boolean {
  const [near, setNear] = useState('')
  useLayoutEffect(() => {
    const board = scroller.current
    if (!board || layout === '') return
    const look = () => {
      const { scrollLeft, clientWidth } = board
      const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
      const inSight = columns.filter(
        ({ offsetLeft, offsetWidth }) =>
          clientWidth === 0 ||
          (offsetLeft + offsetWidth > scrollLeft - marginPx && offsetLeft < scrollLeft + clientWidth + marginPx),
      )
      setNear(inSight.map(({ dataset }) => dataset.column).join(' '))
    }
    look()
    board.addEventListener('scroll', look, { passive: true })
    const watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(look) : null
    watcher?.observe(board)
    return () => {
      board.removeEventListener('scroll', look)
      watcher?.disconnect()
    }
  }, [scroller, layout])
  return (columnId) => near.split(' ').includes(columnId)
}
