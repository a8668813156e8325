import { layoutRows } from '#web/components/data-list/row-layout.ts'
import { ListPrint, type PrintedList } from './list-print.tsx'

type RowsPrintProps<Row extends object, Scene> = Omit<PrintedList<Row, Scene>, 'rows' | 'groupWords'> & {
  rows: readonly Row[]
  idOf: (row: Row) => string
}

/** Prints a list whose rows are all loaded. */
export const RowsPrint = <Row extends object, Scene>({ rows, idOf, ...list }: RowsPrintProps<Row, Scene>) => (
  <ListPrint
    {...list}
    rows={{
      total: rows.length,
      layout: layoutRows(null, rows.length),
      idOf,
      read: async (from, to) => rows.slice(from, to + 1),
    }}
  />
)
