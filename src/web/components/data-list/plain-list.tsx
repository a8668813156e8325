import { FlexRender } from '@tanstack/react-table'
import { Fragment, type ReactNode } from 'react'
import type { PrintedList } from '#web/components/print/list-print.tsx'
import { RowsPrint } from '#web/components/print/rows-print.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { useFirstRows } from '#web/ui/use-first-rows.tsx'
import { ColumnHead } from './column-head.tsx'
import type { ColumnLook } from './column-style.ts'
import { boxOf, type ListTable } from './list-table.ts'

const boxClasses = ({ end, classes }: ColumnLook, more = '') =>
  classNames(
    'px-3 font-normal first:pl-5 last:pr-5 max-md:px-2 max-md:first:pl-4 max-md:last:pr-4',
    end ? 'text-right' : 'text-left',
    classes,
    more,
  )

const plainRow = (_: object, cells: ReactNode) => <tr className="h-row border-line border-b hover:bg-hover">{cells}</tr>

type Printed<Row extends object, Scene> = Pick<PrintedList<Row, Scene>, 'title' | 'one' | 'many' | 'filters'>

type PlainListProps<Row extends object, Scene> = {
  table: ListTable<Row, Scene>
  scene: Scene
  className?: string
  /** Number of rows rendered at first; 50 by default. */
  atOnce?: number
  /** Renders the row around its cells, for rows that do more than show them. */
  drawRow?: (row: Row, cells: ReactNode) => ReactNode
  /** The total row below the rows. */
  foot?: ReactNode
  /** The printed title; without it the list cannot be printed. */
  printed?: Printed<Row, Scene> | undefined
}

/** A list of few rows, each as high as its content. It has no selection and no keyboard navigation. */
export function PlainList<Row extends object, Scene>(props: PlainListProps<Row, Scene>) {
  const { table, scene, className = '', atOnce, drawRow = plainRow, foot, printed } = props
  const { rows } = table.getRowModel()
  const { first, more } = useFirstRows(rows, atOnce)
  const heads = table.getHeaderGroups()[0]?.headers ?? []
  const columns = table.getVisibleLeafColumns()
  return (
    <>
      <table className={`w-full tabular-nums ${className}`}>
        <thead className="sticky top-0 z-sticky bg-sunken">
          <tr className="h-8">
            {heads.map((header) => (
              <ColumnHead
                key={header.id}
                className={boxClasses(header.column.columnDef.meta ?? {}, 'md:whitespace-nowrap')}
                hidden={header.column.columnDef.meta?.hiddenHead}
                sorted={header.column.getIsSorted()}
                onSort={header.column.getCanSort() && (() => header.column.toggleSorting())}
              >
                <FlexRender header={header} />
              </ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <Fragment key={row.id}>
              {drawRow(
                row.original,
                columns.map(({ id, columnDef: { meta = {} } }) => {
                  const { children, className } = boxOf(meta.plain?.(row.original, scene))
                  const Cell = meta.namesRow ? 'th' : 'td'
                  return (
                    <Cell key={id} scope={meta.namesRow ? 'row' : undefined} className={boxClasses(meta, className)}>
                      {children}
                    </Cell>
                  )
                }),
              )}
            </Fragment>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
      {more}
      {printed && (
        <RowsPrint
          {...printed}
          scene={scene}
          columns={table.options.columns}
          rows={rows.map(({ original }) => original)}
          idOf={(row) => table.options.getRowId?.(row, 0) ?? ''}
        />
      )}
    </>
  )
}
