import type { ListRow } from './row-source.ts'
import { useListKeys } from './use-list-keys.ts'
import type { RowList } from './use-row-list.ts'

type LineKeys<Row extends ListRow> = {
  list: RowList<Row>
  /** The line that the keys act on; -1 if none yet. */
  active: number
  /** Scrolls a line into view and focuses it. */
  onLine: (index: number) => void
  onSearch: () => void
}

/** Keyboard handling for a list of rows or cards with a layout of lines. Returns the row that the keys act on. */
export function useLineKeys<Row extends ListRow>({ list, active, onLine, onSearch }: LineKeys<Row>): Row | null {
  const { data, selecting, folds } = list
  const { layout } = data
  const here = active < 0 || active >= layout.count ? null : layout.lineAt(active)
  const activeRow = here?.kind === 'row' ? (data.rowAt(here.offset) ?? null) : null
  const goTo = (line: number) => {
    const next = Math.min(layout.count - 1, Math.max(0, line))
    if (next < 0) return null
    onLine(next)
    return layout.lineAt(next)
  }
  const foldGroup =
    ({ closed, toggleGroup }: NonNullable<typeof folds>) =>
    (open: boolean) => {
      const group = here && here.group >= 0 ? data.groups?.[here.group] : undefined
      if (!group || closed.has(group.key) !== open) return
      toggleGroup(group.key)
      if (here?.kind === 'row') goTo(active - 1 - (here.offset - layout.spanOf(here.group)[0]))
    }
  useListKeys({
    onMove: (by, extend) => {
      const there = goTo(active < 0 ? 0 : active + by)
      if (extend && there?.kind === 'row')
        void selecting.extendTo(there.offset, here?.kind === 'row' ? here.offset : null)
    },
    onEdge: (edge) => goTo(edge === 'first' ? 0 : layout.count - 1),
    onSelect: () => {
      if (here?.kind === 'group') list.selectGroup(here.group)
      else if (activeRow && here) list.selectRow(activeRow, here.offset, false)
    },
    onSelectAll: selecting.all,
    onClear: selecting.none,
    groups: folds && {
      onSelect: () => here && here.group >= 0 && list.selectGroup(here.group),
      onFold: foldGroup(folds),
      labels: ['Close group', 'Open group'],
    },
    onSearch,
    hasSelection: selecting.count > 0,
  })
  return activeRow
}
