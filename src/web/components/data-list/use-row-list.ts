import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  allSelected,
  isSelected,
  nothingSelected,
  type RowSelection,
  selectedCount,
  unseenVersion,
} from './row-selection.ts'
import type { ListRow, RowSource } from './row-source.ts'
import { useRowRanges } from './use-row-ranges.ts'

/** The selection of a list, and the ways to select: single rows, ranges, groups, all, none. */
function useRowSelection<Row extends ListRow>(data: RowSource<Row>, filterKey: string) {
  const { all, idOf, rowAt, layout, total } = data
  const [selection, setSelection] = useState<RowSelection>(nothingSelected)
  const ranges = useRowRanges(data, setSelection)
  const [seenFilter, setSeenFilter] = useState(filterKey)
  // Actions must not apply to rows that are no longer in the list.
  if (filterKey !== seenFilter) {
    setSeenFilter(filterKey)
    setSelection(nothingSelected)
    ranges.setAnchor(null)
  }
  const isChosen = (row: Row) => isSelected(selection, idOf(row))
  const chosen = useMemo(() => all?.filter((row) => isSelected(selection, idOf(row))) ?? null, [all, selection, idOf])

  /** Whether all, some or none of the known rows of a group are selected. */
  const groupState = (group: number): boolean | 'mixed' => {
    const isAll = selection.kind === 'all'
    const touched = isAll ? selection.except.size : selection.versions.size
    if (touched === 0) return isAll
    const [from, to] = layout.spanOf(group)
    // Rows that were never shown count like the others.
    let [some, others] = [isAll, false]
    for (let offset = from; offset <= to && !(some && others); offset += 1) {
      const row = rowAt(offset)
      if (!row) continue
      if (isChosen(row)) some = true
      else others = true
    }
    return some && others ? 'mixed' : some
  }

  return {
    selection,
    /** The selected rows if all rows are in the browser; empty if the server has them. */
    chosen: chosen ?? [],
    count: chosen?.length ?? selectedCount(selection, total),
    isSelected: isChosen,
    /** For parts of the list that have their own offsets. */
    changeSelection: setSelection,
    toggle: ranges.toggle,
    extendTo: ranges.extendTo,
    groupState,
    toggleGroup: (group: number) => {
      const [from, to] = layout.spanOf(group)
      return ranges.selectRange(from, to, groupState(group) !== true)
    },
    all: () => (all ? void ranges.selectRange(0, total - 1) : setSelection(allSelected)),
    none: () => setSelection(nothingSelected),
    /** Reduces the selection to the given rows, which could not be changed. */
    keep: (ids: readonly string[]) =>
      setSelection({ kind: 'some', versions: new Map(ids.map((id) => [id, unseenVersion])) }),
  }
}

/** Keys of the collapsed groups of a list. */
export interface GroupFolds {
  readonly closed: ReadonlySet<string>
  readonly toggleGroup: (key: string) => void
}

/**
 * The shared state of a list's table, cards and keys: rows, selection and collapsed groups. A different `filterKey`
 * clears the selection.
 */
export function useRowList<Row extends ListRow>(data: RowSource<Row>, filterKey = '', folds: GroupFolds | null = null) {
  const selecting = useRowSelection(data, filterKey)
  const latest = useRef(selecting)
  useLayoutEffect(() => {
    latest.current = selecting
  })
  // These functions are stable, so that a row renders again only when it has changed.
  const selectRow = useCallback((row: Row, offset: number, extend: boolean) => {
    if (extend) void latest.current.extendTo(offset)
    else latest.current.toggle(row, offset)
  }, [])
  const selectGroup = useCallback((group: number) => void latest.current.toggleGroup(group), [])
  return { data, selecting, folds, selectRow, selectGroup }
}
export type RowList<Row extends ListRow> = ReturnType<typeof useRowList<Row>>
