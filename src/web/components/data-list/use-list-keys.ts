import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'

export interface TableKeys {
  /** Moves the active line; with `extend` the rows on the way are selected. */
  onMove: (by: number, extend: boolean) => void
  onEdge: (edge: 'first' | 'last') => void
  onSelect: () => void
  onSelectGroup: () => void
  onSelectAll: () => void
  onClear: () => void
  /** Left closes, right opens the group; on a board they lead to the columns beside. */
  onFold: (open: boolean) => void
  sideLabels?: readonly [left: string, right: string]
  onSearch: () => void
  /** Something is selected that Escape can let go. */
  hasSelection: boolean
}

const onLine = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[data-row-link]') !== null

/** Keys of a table of operations: J K move, Shift extends, X selects, G the whole group, Enter is the row's own link. */
export function useTableKeys(keys: TableKeys): void {
  const { onMove, onEdge, onSelect, onSelectGroup, onSelectAll, onClear, onFold, onSearch } = keys
  const [left, right] = keys.sideLabels ?? ['Close group', 'Open group']
  useShortcuts('Lists', [
    { keys: 'J', label: 'Next row', run: () => onMove(1, false) },
    { keys: 'K', label: 'Previous row', run: () => onMove(-1, false) },
    { keys: 'ArrowDown', label: 'Next row', run: () => onMove(1, false), when: onLine },
    { keys: 'ArrowUp', label: 'Previous row', run: () => onMove(-1, false), when: onLine },
    { keys: 'PageDown', label: 'Next page', run: () => onMove(20, false), when: onLine },
    { keys: 'PageUp', label: 'Previous page', run: () => onMove(-20, false), when: onLine },
    { keys: 'Home', label: 'First row', run: () => onEdge('first'), when: onLine },
    { keys: 'End', label: 'Last row', run: () => onEdge('last'), when: onLine },
    { keys: 'Shift+J', label: 'Extend selection down', run: () => onMove(1, true) },
    { keys: 'Shift+K', label: 'Extend selection up', run: () => onMove(-1, true) },
    { keys: 'Shift+ArrowDown', label: 'Extend selection down', run: () => onMove(1, true), when: onLine },
    { keys: 'Shift+ArrowUp', label: 'Extend selection up', run: () => onMove(-1, true), when: onLine },
    { keys: 'X', label: 'Select row', run: onSelect },
    { keys: 'G', label: 'Select whole group', run: onSelectGroup },
    { keys: 'A', label: 'Select all', run: onSelectAll },
    { keys: 'Escape', label: 'Clear selection', run: onClear, when: () => keys.hasSelection },
    { keys: 'ArrowLeft', label: left, run: () => onFold(false), when: onLine },
    { keys: 'ArrowRight', label: right, run: () => onFold(true), when: onLine },
    { keys: 'Enter', label: 'Open' },
    { keys: '/', label: 'Search in this list', run: onSearch },
  ])
}
