import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'

type RowKeys = {
  /** Moves the active row by so many rows. */
  onMove: (by: 1 | -1) => void
  onSelect: () => void
  onSearch: () => void
}

const onRow = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[data-row-link]') !== null

/** J and K move (arrows too, from a row), X selects, / goes to the search; Enter is the row's own link. */
export function useRowKeys({ onMove, onSelect, onSearch }: RowKeys) {
  const next = () => onMove(1)
  const previous = () => onMove(-1)
  useShortcuts('Lists', [
    { keys: 'J', label: 'Next row', run: next },
    { keys: 'K', label: 'Previous row', run: previous },
    { keys: 'ArrowDown', label: 'Next row', run: next, when: onRow },
    { keys: 'ArrowUp', label: 'Previous row', run: previous, when: onRow },
    { keys: 'X', label: 'Select row', run: onSelect },
    { keys: 'Enter', label: 'Open' },
    { keys: '/', label: 'Search in this list', run: onSearch },
  ])
}
