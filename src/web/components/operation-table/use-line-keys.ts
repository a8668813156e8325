import type { OperationListRow } from '#contract/operation-lists.ts'
import { useActionKeys } from './use-action-keys.ts'
import { rowSubject } from './use-operation-actions.ts'
import type { OperationList } from './use-operation-list.ts'
import { useTableKeys } from '#web/components/data-list/use-list-keys.ts'

type LineKeys = {
  list: OperationList
  /** The line that the keys act on; -1 = none yet. */
  active: number
  /** Brings a line into sight and gives it the keyboard. */
  onLine: (index: number) => void
  onSearch: () => void
}

/** Keys of a list whose lines are those of its layout, as rows or as cards. */
export function useLineKeys({ list, active, onLine, onSearch }: LineKeys): void {
  const { data, selecting } = list
  const { layout } = data
  const here = active < 0 || active >= layout.count ? null : layout.lineAt(active)
  const activeRow = (): OperationListRow | null => (here?.kind === 'row' ? (data.rowAt(here.offset) ?? null) : null)
  const goTo = (line: number) => {
    const next = Math.min(layout.count - 1, Math.max(0, line))
    if (next < 0) return null
    onLine(next)
    return layout.lineAt(next)
  }
  useTableKeys({
    onMove: (by, extend) => {
      const there = goTo(active < 0 ? 0 : active + by)
      if (extend && there?.kind === 'row')
        void selecting.extendTo(there.offset, here?.kind === 'row' ? here.offset : null)
    },
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
}
