import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts'

export interface ListKeys {
  /** Moves the active line; with `extend` it also selects the rows in between. */
  onMove: (by: number, extend: boolean) => void
  onEdge: (edge: 'first' | 'last') => void
  onSelect: () => void
  onSelectAll: () => void
  onClear: () => void
  onSearch: () => void
  /** True if Escape can clear a selection. */
  hasSelection: boolean
  /** Handlers for groups; null without groups. */
  groups: {
    onSelect: () => void
    /** Left collapses and right expands the group; on a board they move to the neighboring columns. */
    onFold: (open: boolean) => void
    labels: readonly [left: string, right: string]
  } | null
}

const onLine = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('[data-row-link]') !== null

/** Keyboard shortcuts of a list: J and K move, Shift extends, X selects, G selects the group, Enter follows the row's own link. */
export function useListKeys({ groups, ...keys }: ListKeys): void {
  const { onMove, onEdge, onSelect, onSelectAll, onClear, onSearch, hasSelection } = keys
  const ofGroups = groups && [
    { keys: 'G', label: 'Select whole group', run: groups.onSelect },
    { keys: 'ArrowLeft', label: groups.labels[0], run: () => groups.onFold(false), when: onLine },
    { keys: 'ArrowRight', label: groups.labels[1], run: () => groups.onFold(true), when: onLine },
  ]
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
    { keys: 'A', label: 'Select all', run: onSelectAll },
    { keys: 'Escape', label: 'Clear selection', run: onClear, when: () => hasSelection },
    ...(ofGroups ?? []),
    { keys: 'Enter', label: 'Open' },
    { keys: '/', label: 'Search in this list', run: onSearch },
  ])
}
