import { type Column, FlexRender, type Row as TableRow } from '@tanstack/react-table'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { boxOf, type ListFeatures, type ListTable, useListTable } from '#web/components/data-list/list-table.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { useZoneNote } from '#web/components/reader/use-zone-note.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useSession } from '#web/stores/session.ts'
import { toast } from '#web/ui/toast.tsx'
import type { PrintedList } from './list-print.tsx'
import { type Paper, PrintSheet, roomOn } from './print-sheet.tsx'
import { countRows, mostRows, type PaperLines, readLines } from './read-lines.ts'
import { ReadingDialog } from './reading-dialog.tsx'

interface ListSheetProps<Row extends object, Scene> {
  readonly list: PrintedList<Row, Scene>
  readonly paper: Paper
  readonly onDone: () => void
}

/** Reads all rows of a list, prints them, and then calls `onDone`. Its code is loaded on demand. */
export function ListSheet<Row extends object, Scene>({ list, paper, onDone }: ListSheetProps<Row, Scene>) {
  const [lines, setLines] = useState<PaperLines<Row> | null>(null)
  const [read, setRead] = useState(0)
  // The list is printed in its state at the time of the request.
  const { current: asked } = useRef(list)
  useEffect(() => {
    const reading = new AbortController()
    readLines(asked.rows, reading.signal, setRead).then(setLines, () => {
      if (reading.signal.aborted) return
      toast.error('The list could not be read for printing. Try again.')
      onDone()
    })
    return () => reading.abort()
  }, [asked, onDone])
  if (!lines) return <ReadingDialog read={read} of={countRows(asked.rows)} many={manyOf(asked)} onCancel={onDone} />
  return <ListPages list={asked} {...lines} paper={paper} onDone={onDone} />
}

const manyOf = ({ one, many = `${one}s` }: Pick<PrintedList<object, unknown>, 'one' | 'many'>): string => many

/** CSS pixels per millimeter. */
const pxPerMm = 96 / 25.4
/** The smallest scale at which the text is still readable on paper. */
const smallest = 0.6

/**
 * The page orientation, and the scale at which columns of this total width (px) fit on it; 0 means as wide as their
 * content, which needs landscape.
 */
export const fitOn = (paper: Paper, widthPx: number): { upright: boolean; zoom: number } => {
  const [longMm, shortMm] = roomOn(paper)
  const longPx = longMm * pxPerMm
  if (widthPx > 0 && widthPx <= shortMm * pxPerMm) return { upright: true, zoom: 1 }
  return { upright: false, zoom: widthPx > longPx ? Math.max(smallest, longPx / widthPx) : 1 }
}

/** Text is not truncated on paper, and headers repeat on every page. */
const tableRules = `
  [data-print] thead { display: table-header-group }
  [data-print] tfoot { display: table-row-group }
  [data-print] .truncate { overflow: visible; white-space: normal }
  [data-print] [role=progressbar] { min-width: 40px }
  [data-print] button { height: auto; text-align: inherit; white-space: normal }
  [data-print] [aria-roledescription=sortable] { display: none }
  [data-print] a { text-decoration: none }
  @page { @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 9px sans-serif } }`

const cellClasses = 'border-line-2 border-b px-1.5 py-1 align-top'
const sideOf = (end: boolean | undefined) => (end ? 'text-right' : 'text-left')

/** The columns to print; those with only controls are left out. */
const columnsOnPaper = <Row extends object, Scene>(table: ListTable<Row, Scene>) =>
  table.getVisibleLeafColumns().filter(({ columnDef: { meta } }) => !meta?.controls)

type TableColumn<Row extends object, Scene> = Column<ListFeatures<Row, Scene>, Row, unknown>

const contentOf = <Row extends object, Scene>(
  row: TableRow<ListFeatures<Row, Scene>, Row>,
  { id, columnDef: { meta } }: TableColumn<Row, Scene>,
  scene: Scene,
): { children: ReactNode; className?: string } => {
  if (meta?.plain) return boxOf(meta.plain(row.original, scene))
  const cell = row.getAllCellsByColumnId()[id]
  return { children: cell && <FlexRender cell={cell} /> }
}

/** The last row of the table. */
const SumFoot = ({ sum, colSpan }: { sum: string; colSpan: number }) => (
  <tfoot>
    <tr>
      <td colSpan={colSpan} className={`${cellClasses} font-semibold`}>
        {sum}
      </td>
    </tr>
  </tfoot>
)

type ListPagesProps<Row extends object, Scene> = ListSheetProps<Row, Scene> & PaperLines<Row>

function ListPages<Row extends object, Scene>({ list, lines, isCut, paper, onDone }: ListPagesProps<Row, Scene>) {
  const { columns, shown, rows, scene, groupWords, sum } = list
  const [records] = useState(() => lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])))
  const table = useListTable({ columns, rows: records, idOf: rows.idOf, ...(shown && { shown }), isSorted: true })
  const { rowsById } = table.getCoreRowModel()
  const printed = columnsOnPaper(table)
  const { upright, zoom } = fitOn(
    paper,
    printed.reduce((sum, { columnDef: { meta } }) => sum + (meta?.widthPx ?? 0), 0),
  )
  return (
    <PrintSheet paper={paper} upright={upright} onDone={onDone}>
      <style>{tableRules}</style>
      <ListHead list={list} printed={records.length} />
      <table className="w-full border-collapse text-label tabular-nums" style={{ zoom }}>
        <thead>
          <tr>
            {printed.map(({ id, columnDef: { header, meta } }) => (
              <th key={id} scope="col" className={`${cellClasses} font-semibold ${sideOf(meta?.end)}`}>
                {String(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            if (line.kind === 'group') {
              return (
                <tr key={`group ${line.group}`} style={{ breakAfter: 'avoid' }}>
                  <th
                    scope="rowgroup"
                    colSpan={printed.length}
                    className={`${cellClasses} bg-sunken text-left font-semibold`}
                  >
                    {groupWords?.(line.group)}
                  </th>
                </tr>
              )
            }
            const row = rowsById[line.id]
            return (
              <tr key={line.id}>
                {row &&
                  printed.map((column) => {
                    const { children, className = '' } = contentOf(row, column, scene)
                    const { meta } = column.columnDef
                    return (
                      <td key={column.id} className={`${cellClasses} ${sideOf(meta?.end)}`}>
                        <div className={`flex items-center ${meta?.end ? 'justify-end' : ''} ${className}`}>
                          {children}
                        </div>
                      </td>
                    )
                  })}
              </tr>
            )
          })}
        </tbody>
        {sum && <SumFoot sum={sum} colSpan={printed.length} />}
      </table>
      {isCut && (
        <p className="mt-2 font-semibold text-label">
          These are the first {formatNumber(mostRows)}
          {rows.total === undefined ? ` ${manyOf(list)}` : ` of ${formatCount(rows.total, list.one, list.many)}`}.
          Filter the list to print the others.
        </p>
      )}
    </PrintSheet>
  )
}

/** Title, organization, date and filters of the list. */
function ListHead<Row extends object, Scene>({
  list,
  printed,
}: Pick<ListSheetProps<Row, Scene>, 'list'> & { printed: number }) {
  const { title, one, many, rows, filters } = list
  const organization = useSession(({ tenantName }) => tenantName)
  const dates = useDateSettings()
  const zone = useZoneNote()
  const [nowMs] = useState(() => Date.now())
  const count =
    rows.total !== undefined && printed < rows.total
      ? `${formatNumber(printed)} of ${formatCount(rows.total, one, many)}`
      : formatCount(printed, one, many)
  const asOf = `as of ${formatShortDateTime(nowMs, dates, nowMs)}`
  return (
    <>
      <h1 className="font-semibold text-page">{title}</h1>
      <p className="text-ink-2 text-label">
        {[organization, count, asOf, zone?.replace(/^T/, 't')].filter(Boolean).join(', ')}
      </p>
      <p className="mb-2 text-ink-2 text-label">{filters.join('; ')}</p>
    </>
  )
}
