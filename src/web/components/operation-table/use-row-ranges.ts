import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { fetchOperationRows, type OperationQuery } from '#web/api/operation-lists.queries.ts'
import { isSelected, type RowSelection, withRows } from './row-selection.ts'
import type { OperationRows } from './use-operation-rows.ts'

export type ChangeSelection = (change: (before: RowSelection) => RowSelection) => void

/** Selecting one by one and by ranges within one run of rows: a list, or a column of a board, each with its own offsets. */
export function useRowRanges(
  query: OperationQuery,
  data: Pick<OperationRows, 'rowAt'>,
  changeSelection: ChangeSelection,
) {
  const client = useQueryClient()
  const [anchor, setAnchor] = useState<number | null>(null)
  /** Where the range from the anchor ends now: extending less far lets the rest go. */
  const [head, setHead] = useState<number | null>(null)

  const loadedRows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => data.rowAt(from + index)).filter((row) => row !== undefined)

  /** Selects rows `from` to `to` (offsets, both included), also those that were never shown. */
  const selectRange = async (from: number, to: number, selected = true) => {
    const loaded = loadedRows(from, to)
    const rows = loaded.length === to - from + 1 ? loaded : await fetchOperationRows(client, query, from, to + 1)
    changeSelection((before) => withRows(before, rows, selected))
  }

  return {
    anchor,
    setAnchor,
    selectRange,
    toggle: (row: OperationListRow, offset: number) => {
      setAnchor(offset)
      setHead(null)
      changeSelection((before) => withRows(before, [row], !isSelected(before, row.operationId)))
    },
    /** From the row that was touched last, else from `start`, to this one. */
    extendTo: (offset: number, start: number | null = null) => {
      const from = anchor ?? start ?? offset
      setAnchor(from)
      setHead(offset)
      const shrinks = head !== null && Math.sign(head - from) * (head - offset) > 0
      const left = shrinks ? loadedRows(Math.min(head, offset), Math.max(head, offset)) : []
      if (left.length > 0) changeSelection((before) => withRows(before, left, false))
      return selectRange(Math.min(from, offset), Math.max(from, offset))
    },
  }
}
