import type { OperationListRow } from '#contract/operation-lists.ts'
import { useActionKeys } from './use-action-keys.ts'
import { useActiveLine } from './use-active-line.ts'
import { useListWindow } from './use-list-window.ts'
import { rowSubject } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useTableKeys } from './use-table-keys.ts'

type TableLines = { list: OperationList; rowPx: number; headPx: number; onSearch: () => void }

/** The lines of a list in sight, the one that has the keyboard, and what clicks and keys do with them. */
export function useTableLines({ list, rowPx, headPx, onSearch }: TableLines) {
  const { data, selecting, query } = list
  const { layout } = data
  const { active, setActive, focusLine, takesFocus } = useActiveLine(layout.count)
  const { scroller, window, items } = useListWindow({
    layout,
    rowPx,
    headPx,
    active,
    bulkOpen: selecting.count > 0,
    onSight: data.show,
    listKey: JSON.stringify(query),
  })
  const here = active < 0 ? null : layout.lineAt(active)
  const activeRow = (): OperationListRow | null => (here?.kind === 'row' ? (data.rowAt(here.offset) ?? null) : null)

  const goTo = (line: number) => {
    const next = Math.min(layout.count - 1, Math.max(0, line))
    if (next < 0) return null
    window.scrollToIndex(next)
    focusLine(next)
    return layout.lineAt(next)
  }
  const move = (by: number, extend: boolean) => {
    const start = here?.kind === 'row' ? here.offset : null
    const there = goTo(active < 0 ? 0 : active + by)
    if (!extend || there?.kind !== 'row') return
    if (selecting.anchor === null && start !== null) selecting.setAnchor(start)
    void selecting.extendTo(there.offset)
  }
  useRowClicks(scroller, (offset, extend) => {
    const row = data.rowAt(offset)
    if (row) list.selectRow(row, offset, extend)
  })
  useTableKeys({
    onMove: move,
    onEdge: (edge) => goTo(edge === 'first' ? 0 : layout.count - 1),
    onSelect: () => {
      const row = activeRow()
      if (here?.kind === 'group') list.selectGroup(here.group)
      else if (row && here) list.selectRow(row, here.offset, false)
    },
    onSelectGroup: () => here && here.group >= 0 && list.selectGroup(here.group),
    onSelectAll: selecting.all,
    onClear: selecting.none,
    onFold: (open) => {
      const group = here && here.group >= 0 ? data.groups?.[here.group] : undefined
      if (!group || list.closed.has(group.key) !== open) return
      list.toggleGroup(group.key)
      if (here?.kind === 'row') goTo(active - 1 - (here.offset - layout.spanOf(here.group)[0]))
    },
    onSearch,
    hasSelection: selecting.count > 0,
  })
  useActionKeys(list.actions, () => {
    const row = activeRow()
    return list.subject() ?? (row && rowSubject(row))
  })
  return { scroller, items, totalPx: window.getTotalSize(), active, setActive, takesFocus }
}
