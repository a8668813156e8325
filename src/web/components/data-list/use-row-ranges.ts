import { useState } from 'react'
import { isSelected, type RowSelection, withRows } from './row-selection.ts'
import type { ListRow, RowSource } from './row-source.ts'

export type ChangeSelection = (change: (before: RowSelection) => RowSelection) => void

/** Selecting single rows and ranges within one run of rows: a list, or a column of a board, each with its own offsets. */
export function useRowRanges<Row extends ListRow>(
  { rowAt, read, idOf }: Pick<RowSource<Row>, 'rowAt' | 'read' | 'idOf'>,
  changeSelection: ChangeSelection,
) {
  const [anchor, setAnchor] = useState<number | null>(null)
  /** The current end of the range from the anchor: a shorter range deselects the rest. */
  const [head, setHead] = useState<number | null>(null)

  const loadedRows = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => rowAt(from + index)).filter((row) => row !== undefined)
  const select = (rows: readonly Row[], selected: boolean) =>
    changeSelection((before) =>
      withRows(
        before,
        rows.map((row) => ({ id: idOf(row), version: row.version })),
        selected,
      ),
    )

  /** Selects rows `from` to `to` (offsets, both included), including rows that were never shown. */
  const selectRange = async (from: number, to: number, selected = true) => {
    const loaded = loadedRows(from, to)
    select(loaded.length === to - from + 1 ? loaded : await read(from, to), selected)
  }

  return {
    anchor,
    setAnchor,
    selectRange,
    toggle: (row: Row, offset: number) => {
      setAnchor(offset)
      setHead(null)
      const picked = { id: idOf(row), version: row.version }
      changeSelection((before) => withRows(before, [picked], !isSelected(before, picked.id)))
    },
    /** Extends from the last clicked row, or from `start` if there is none, to this one. */
    extendTo: (offset: number, start: number | null = null) => {
      const from = anchor ?? start ?? offset
      setAnchor(from)
      setHead(offset)
      const shrinks = head !== null && Math.sign(head - from) * (head - offset) > 0
      const left = shrinks ? loadedRows(Math.min(head, offset), Math.max(head, offset)) : []
      if (left.length > 0) select(left, false)
      return selectRange(Math.min(from, offset), Math.max(from, offset))
    },
  }
}
