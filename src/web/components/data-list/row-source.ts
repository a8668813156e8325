import { useMemo } from 'react'
import { type GroupSpan, layoutRows, type RowLayout } from './row-layout.ts'

/** The fields that every row of a list has. */
export interface ListRow {
  readonly version: number
}

/** The rows of a list: all in the browser, or read from the server when they come into sight. */
export interface RowSource<Row extends ListRow> {
  /** How many rows match. */
  readonly total: number
  /** All rows in order if they are in the browser; null if the server has them. */
  readonly all: readonly Row[] | null
  /** Their ids. */
  readonly ids: readonly string[] | null
  /** The groups of the rows; null = no groups. */
  readonly groups: readonly GroupSpan[] | null
  readonly layout: RowLayout
  readonly idOf: (row: Row) => string
  /** The row at an offset; undefined until it is loaded. */
  readonly rowAt: (offset: number) => Row | undefined
  /** Is called with the range of rows in sight (offsets, the last not included). */
  readonly show: (from: number, to: number) => void
  /** Rows `from` to `to` (offsets, both included), also those that were never shown. */
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
