import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { fetchOperationRows, type OperationQuery } from '#web/api/operation-lists.queries.ts'
import { filterOf } from './list-search.ts'
import {
  allSelected,
  isSelected,
  nothingSelected,
  type RowSelection,
  selectedCount,
  targetOf,
  unseenVersion,
  withRows,
} from './row-selection.ts'
import type { OperationRows } from './use-operation-rows.ts'

/** What is selected of a list, and the ways to select: one by one, by ranges and groups, all, none. */
export function useRowSelection(query: OperationQuery, data: OperationRows) {
  const client = useQueryClient()
  const [selection, setSelection] = useState<RowSelection>(nothingSelected)
  const [anchor, setAnchor] = useState<number | null>(null)
  /** Where the range from the anchor ends now: extending less far lets the rest go. */
  const [head, setHead] = useState<number | null>(null)
  const filter = JSON.stringify(filterOf(query))
  const [seenFilter, setSeenFilter] = useState(filter)
  // What is no longer in the list must not be acted on unseen.
  if (filter !== seenFilter) {
    setSeenFilter(filter)
    setSelection(nothingSelected)
    setAnchor(null)
  }

  const loadedRows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => data.rowAt(from + index)).filter((row) => row !== undefined)

  /** Selects rows `from` to `to` (offsets, both included), also those that were never shown. */
  const selectRange = async (from: number, to: number, selected = true) => {
    const loaded = loadedRows(from, to)
    const rows = loaded.length === to - from + 1 ? loaded : await fetchOperationRows(client, query, from, to + 1)
    setSelection((before) => withRows(before, rows, selected))
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
    anchor,
    count: selectedCount(selection, data.total),
    isSelected: (row: OperationListRow) => isSelected(selection, row.operationId),
    toggle: (row: OperationListRow, offset: number) => {
      setAnchor(offset)
      setHead(null)
      setSelection((before) => withRows(before, [row], !isSelected(before, row.operationId)))
    },
    /** From the row that was touched last to this one. */
    extendTo: (offset: number) => {
      const from = anchor ?? offset
      setAnchor(from)
      setHead(offset)
      const shrinks = head !== null && Math.sign(head - from) * (head - offset) > 0
      const left = shrinks ? loadedRows(Math.min(head, offset), Math.max(head, offset)) : []
      if (left.length > 0) setSelection((before) => withRows(before, left, false))
      return selectRange(Math.min(from, offset), Math.max(from, offset))
    },
    setAnchor,
    groupState,
    toggleGroup: (group: number) => {
      const [from, to] = data.layout.spanOf(group)
      return selectRange(from, to, groupState(group) !== true)
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
