import { useState } from 'react'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { OperationQuery } from '#web/api/operation-lists.queries.ts'
import { filterOf } from './list-search.ts'
import {
  allSelected,
  isSelected,
  nothingSelected,
  type RowSelection,
  selectedCount,
  targetOf,
  unseenVersion,
} from './row-selection.ts'
import type { OperationRows } from './use-operation-rows.ts'
import { useRowRanges } from './use-row-ranges.ts'

/** What is selected of a list, and the ways to select: one by one, by ranges and groups, all, none. */
export function useRowSelection(query: OperationQuery, data: OperationRows) {
  const [selection, setSelection] = useState<RowSelection>(nothingSelected)
  const ranges = useRowRanges(query, data, setSelection)
  const filter = JSON.stringify(filterOf(query))
  const [seenFilter, setSeenFilter] = useState(filter)
  // What is no longer in the list must not be acted on unseen.
  if (filter !== seenFilter) {
    setSeenFilter(filter)
    setSelection(nothingSelected)
    ranges.setAnchor(null)
  }

  /** Whether all, some or none of a group is selected, as far as its rows are known. */
  const groupState = (group: number): boolean | 'mixed' => {
    const isAll = selection.kind === 'all'
    const touched = isAll ? selection.except.size : selection.versions.size
    if (touched === 0) return isAll
    const [from, to] = data.layout.spanOf(group)
    // Rows that were never shown are as the rest.
    let [some, others] = [isAll, false]
    for (let offset = from; offset <= to && !(some && others); offset += 1) {
      const row = data.rowAt(offset)
      if (!row) continue
      if (isSelected(selection, row.operationId)) some = true
      else others = true
    }
    return some && others ? 'mixed' : some
  }

  return {
    selection,
    count: selectedCount(selection, data.total),
    isSelected: (row: OperationListRow) => isSelected(selection, row.operationId),
    /** For parts of the list with offsets of their own. */
    changeSelection: setSelection,
    toggle: ranges.toggle,
    extendTo: ranges.extendTo,
    groupState,
    toggleGroup: (group: number) => {
      const [from, to] = data.layout.spanOf(group)
      return ranges.selectRange(from, to, groupState(group) !== true)
    },
    all: () => setSelection(allSelected),
    none: () => setSelection(nothingSelected),
    /** Only what could not be changed stays selected. */
    keep: (operationIds: readonly string[]) =>
      setSelection({ kind: 'some', versions: new Map(operationIds.map((id) => [id, unseenVersion])) }),
    /** The rows as the reader sees them now. */
    target: (): BulkTarget => {
      if (selection.kind === 'all') return targetOf(selection, query, data.total)
      const seen = new Map([...data.rows.values()].map(({ operationId, version }) => [operationId, version]))
      const versions = [...selection.versions].map(([id, version]) => [id, seen.get(id) ?? version] as const)
      return targetOf({ kind: 'some', versions: new Map(versions) }, query, data.total)
    },
  }
}
export type RowSelecting = ReturnType<typeof useRowSelection>
