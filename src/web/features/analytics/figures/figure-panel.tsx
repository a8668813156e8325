import { Download, Table } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { downloadCsv, type FigureTable } from '#web/lib/figure-table.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'

const shown = (value: string | number | null) => (typeof value === 'string' ? value : formatNumber(value))

/** The table behind a chart. Screen readers always read it; it is visible on request. */
const TwinTable = ({ table, visible }: { table: FigureTable; visible: boolean }) => (
  <div className={visible ? 'max-h-80 overflow-auto' : 'sr-only'} {...(visible && { tabIndex: 0 })}>
    <table className="w-full border-collapse">
      <caption className="sr-only">{table.caption}</caption>
      <thead className="bg-sunken text-ink-3 text-label">
        <tr>
          {table.columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={classNames('h-8 whitespace-nowrap px-3 font-normal', index === 0 ? 'text-left' : 'text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...values]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="h-row-compact whitespace-nowrap px-3 text-left font-normal">
              {shown(name ?? null)}
            </th>
            {values.map((value, index) => (
              <td key={table.columns[index + 1]} className="whitespace-nowrap px-3 text-right tabular-nums">
                {shown(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

type FigurePanelProps = {
  title: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  table: FigureTable
  /** The sentence that an empty panel shows instead of a chart. */
  empty?: string | false
  /** True if the chart is a table itself, so that the second table exists only on request. */
  isTable?: boolean
  /** Shown below both chart and table. */
  footer?: ReactNode
  className?: string
  children: ReactNode
}

/** A chart with a table and a CSV file of the same numbers. Screen readers read the table; others can show it. */
export function FigurePanel({
  title,
  meta,
  actions,
  table,
  empty,
  isTable,
  footer,
  className,
  children,
}: FigurePanelProps) {
  const [asTable, setAsTable] = useState(false)
  const bodyId = useId()
  return (
    <Panel
      title={title}
      meta={meta && <span className="truncate text-ink-3 text-label max-md:hidden">{meta}</span>}
      className={className}
      actions={
        <>
          {actions}
          <IconButton
            label="Show as table"
            icon={<Table />}
            size="small"
            pressed={asTable}
            aria-controls={bodyId}
            onClick={() => setAsTable(!asTable)}
          />
          <IconButton label="Download CSV" icon={<Download />} size="small" onClick={() => downloadCsv(table)} />
        </>
      }
    >
      <div id={bodyId} className="relative min-w-0">
        {empty && !asTable ? <p className="px-3 py-10 text-center text-ink-3">{empty}</p> : !asTable && children}
        {(asTable || !isTable) && <TwinTable table={table} visible={asTable} />}
      </div>
      {footer}
    </Panel>
  )
}
