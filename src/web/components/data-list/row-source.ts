import { useMemo } from 'react'
import { type GroupSpan, layoutRows, type RowLayout } from './row-layout.ts'

/** What every row of a list has beside its own fields. */
export interface ListRow {
  readonly version: number
}

/** The rows of a list: all of them in the browser, or read from the server as they come into sight. */
export interface RowSource<Row extends ListRow> {
  /** How many rows match. */
  readonly total: number
  /** All rows in their order where they are in the browser; null where the server has them. */
  readonly all: readonly Row[] | null
  /** Their ids. */
  readonly ids: readonly string[] | null
  /** The groups that the rows stand in; null = no groups. */
  readonly groups: readonly GroupSpan[] | null
  readonly layout: RowLayout
  readonly idOf: (row: Row) => string
  /** The row at a place in the order; undefined while it has not come. */
  readonly rowAt: (offset: number) => Row | undefined
  /** Hears which rows are in sight (offsets, the last not included). */
  readonly show: (from: number, to: number) => void
  /** Rows `from` to `to` (offsets, both included), also those that were never shown. */
  readonly read: (from: number, to: number) => Promise<readonly Row[]>
}

const showNothing = () => {}

/** Rows that are all in the browser, in their order; `rows` and `idOf` stay the same until others are. */
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
