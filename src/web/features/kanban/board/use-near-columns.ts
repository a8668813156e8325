import { type RefObject, useLayoutEffect, useState } from 'react'

const marginPx = 40

/**
 * Returns which columns of the board are visible or nearly so. `layout` changes when columns are collapsed. Without a
 * layout, as in tests without a browser, all columns count as visible.
 */
export function useNearColumns(scroller: RefObject<HTMLElement | null>, layout: string): (columnId: string) => boolean {
  const [near, setNear] = useState('')
  useLayoutEffect(() => {
    const kanban = scroller.current
    if (!kanban || layout === '') return
    const look = () => {
      const { scrollLeft, clientWidth } = kanban
      const columns = [...kanban.querySelectorAll<HTMLElement>('[data-column]')]
      const inSight = columns.filter(
        ({ offsetLeft, offsetWidth }) =>
          clientWidth === 0 ||
          (offsetLeft + offsetWidth > scrollLeft - marginPx && offsetLeft < scrollLeft + clientWidth + marginPx),
      )
      setNear(inSight.map(({ dataset }) => dataset.column).join(' '))
    }
    look()
    kanban.addEventListener('scroll', look, { passive: true })
    const watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(look) : null
    watcher?.observe(kanban)
    return () => {
      kanban.removeEventListener('scroll', look)
      watcher?.disconnect()
    }
  }, [scroller, layout])
  return (columnId) => near.split(' ').includes(columnId)
}
