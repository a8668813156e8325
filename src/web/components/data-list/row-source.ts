import { useMemo } from 'react'
import { type GroupSpan, layoutRows, type RowLayout } from './row-layout.ts'

/** The fields that every row of a list has. */
export interface ListRow {
  readonly version: number
}

/** The rows of a list: all in the browser, or read from the server when they scroll into view. */
export interface RowSource<Row extends ListRow> {
  /** Number of matching rows. */
  readonly total: number
  /** All rows in order if they are in the browser; null if the server has them. */
  readonly all: readonly Row[] | null
  /** Ids of all rows; null if the server has them. */
  readonly ids: readonly string[] | null
  /** The groups of the rows; null without groups. */
  readonly groups: readonly GroupSpan[] | null
  readonly layout: RowLayout
  readonly idOf: (row: Row) => string
  /** The row at an offset; undefined until it is loaded. */
  readonly rowAt: (offset: number) => Row | undefined
  /** Called with the range of visible rows (offsets, end excluded). */
  readonly show: (from: number, to: number) => void
  /** Rows `from` to `to` (offsets, both included), including rows that were never shown. */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

const showNothing = () => {}

/** A source with all rows in the browser, in order; `rows` and `idOf` must be the same objects until the rows change. */
export const useClientRows = <Row extends ListRow>(rows: readonly Row[], idOf: (row: Row) => string): RowSource<Row> =>
  useMemo(
    () => ({
      total: rows.length,
      all: rows,
      ids: rows.map(idOf),
      groups: null,
      layout: layoutRows(null, rows.length),
      idOf,
      rowAt: (offset) => rows[offset],
      show: showNothing,
      read: async (from, to) => rows.slice(from, to + 1),
    }),
    [rows, idOf],
  )
