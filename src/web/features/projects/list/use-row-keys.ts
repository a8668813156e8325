import { useEffect, useEffectEvent } from 'react'

/** True while the keys belong to what is typed into, or to what lies over the list. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role$=dialog], [role=menu]') !==
    null

type RowKeys = {
  /** Moves the active row by so many rows. */
  onMove: (by: 1 | -1) => void
  onSelect: () => void
  onSearch: () => void
}

/** J and K move, X selects, / goes to the search; Enter is the row's own link. Not while typing. */
export function useRowKeys({ onMove, onSelect, onSearch }: RowKeys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return
    const onRow = event.target instanceof Element && event.target.closest('[data-row-link]') !== null
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (key === 'j' || (onRow && key === 'ArrowDown')) onMove(1)
    else if (key === 'k' || (onRow && key === 'ArrowUp')) onMove(-1)
    else if (key === 'x') onSelect()
    else if (key === '/') onSearch()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
