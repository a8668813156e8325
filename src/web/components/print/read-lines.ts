import type { LayoutLine } from '#web/components/data-list/row-layout.ts'
import type { CountedRows, PagedRows, PrintedRows } from './list-print.tsx'

/** Maximum number of printed rows. */
export const mostRows = 2000
/** Number of rows read with one request. */
const rowsAtOnce = 200

/** A line on paper: a group heading, or a row. */
type PaperLine<Row> =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'row'; readonly id: string; readonly row: Row }

/** The content of a printed list. */
export interface PaperLines<Row> {
  readonly lines: readonly PaperLine<Row>[]
  /** True if rows of the list are left out because there are too many. */
  readonly isCut: boolean
}

/** The first lines of the list, up to the maximum number of printed rows. */
const linesOf = ({ layout }: Pick<CountedRows<unknown>, 'layout'>): LayoutLine[] => {
  const lines: LayoutLine[] = []
  let rows = 0
  for (let index = 0; index < layout.count && rows < mostRows; index++) {
    const line = layout.lineAt(index)
    if (line.kind === 'row') rows += 1
    lines.push(line)
  }
  return lines
}

/** The first and last offsets (both included) of the requests that read these ascending offsets. */
const windowsOf = (offsets: readonly number[]): [number, number][] => {
  const windows: [number, number][] = []
  for (const offset of offsets) {
    const last = windows.at(-1)
    if (last && offset === last[1] + 1 && offset - last[0] < rowsAtOnce) last[1] = offset
    else windows.push([offset, offset])
  }
  return windows
}

/** Number of rows on paper, without rows of collapsed groups; null if unknown before they are read. */
export const countRows = <Row>(rows: PrintedRows<Row>): number | null =>
  rows.total === undefined ? null : linesOf(rows).filter(({ kind }) => kind === 'row').length

const readPages = async <Row>(
  { idOf, pages }: PagedRows<Row>,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<PaperLines<Row> | null> => {
  const known = new Map<string, Row>()
  for await (const page of pages(signal)) {
    if (signal.aborted) return null
    for (const row of page) known.set(idOf(row), row)
    onRead(Math.min(known.size, mostRows))
    if (known.size > mostRows) break
  }
  const lines = [...known].slice(0, mostRows).map(([id, row]): PaperLine<Row> => ({ kind: 'row', id, row }))
  return { lines, isCut: known.size > mostRows }
}

/**
 * The lines of a list in its filtered, sorted and grouped state, each row read through its source. `onRead` receives
 * the number of rows read so far. Resolves to null as soon as `signal` is aborted.
 */
export const readLines = async <Row>(
  rows: PrintedRows<Row>,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<PaperLines<Row> | null> => {
  if (rows.total === undefined) return readPages(rows, signal, onRead)
  const lines = linesOf(rows)
  const known = new Map<number, Row>()
  for (const [from, to] of windowsOf(lines.flatMap((line) => (line.kind === 'row' ? [line.offset] : [])))) {
    const read = await rows.read(from, to)
    if (signal.aborted) return null
    for (const [index, row] of read.entries()) known.set(from + index, row)
    onRead(known.size)
  }
  // A row that moved while the list was read may arrive twice.
  const seen = new Set<string>()
  const printed = lines.flatMap((line): PaperLine<Row>[] => {
    if (line.kind === 'group') return [line]
    const row = known.get(line.offset)
    const id = row && rows.idOf(row)
    if (!row || id === undefined || seen.has(id)) return []
    seen.add(id)
    return [{ kind: 'row', id, row }]
  })
  return { lines: printed, isCut: lines.length < rows.layout.count }
}
