import type { LayoutLine } from '#web/components/data-list/row-layout.ts'
import type { PrintedRows } from './list-print.tsx'

/** The most rows that are printed. */
export const mostRows = 2000
/** How many rows are read with one request. */
const rowsAtOnce = 200

/** A line on paper: the head of a group, or a row. */
export type PaperLine<Row> =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'row'; readonly id: string; readonly row: Row }

/** The lines of the list from the first on, with so many rows as fit on the paper. */
const linesOf = ({ layout }: Pick<PrintedRows<unknown>, 'layout'>): LayoutLine[] => {
  const lines: LayoutLine[] = []
  let rows = 0
  for (let index = 0; index < layout.count && rows < mostRows; index++) {
    const line = layout.lineAt(index)
    if (line.kind === 'row') rows += 1
    lines.push(line)
  }
  return lines
}

/** The first and last offsets (both included) of the requests that read these rising offsets. */
const windowsOf = (offsets: readonly number[]): [number, number][] => {
  const windows: [number, number][] = []
  for (const offset of offsets) {
    const last = windows.at(-1)
    if (last && offset === last[1] + 1 && offset - last[0] < rowsAtOnce) last[1] = offset
    else windows.push([offset, offset])
  }
  return windows
}

/** How many rows will be on paper. Rows of folded groups are not. */
export const countRows = (rows: Pick<PrintedRows<unknown>, 'layout'>): number =>
  linesOf(rows).filter(({ kind }) => kind === 'row').length

/** Whether rows that the list shows are left out, because there are too many. */
export const isCutOff = (rows: Pick<PrintedRows<unknown>, 'layout'>): boolean =>
  linesOf(rows).length < rows.layout.count

/**
 * The lines of a list as it is filtered, sorted and grouped, each row read through its source. `onRead` is told how many rows are
 * there. Ends early, with null, once `signal` is aborted.
 */
export const readLines = async <Row>(
  rows: PrintedRows<Row>,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<PaperLine<Row>[] | null> => {
  const lines = linesOf(rows)
  const known = new Map<number, Row>()
  for (const [from, to] of windowsOf(lines.flatMap((line) => (line.kind === 'row' ? [line.offset] : [])))) {
    const read = await rows.read(from, to)
    if (signal.aborted) return null
    for (const [index, row] of read.entries()) known.set(from + index, row)
    onRead(known.size)
  }
  // A row that a change moved while the list was read may have come twice.
  const seen = new Set<string>()
  return lines.flatMap((line): PaperLine<Row>[] => {
    if (line.kind === 'group') return [line]
    const row = known.get(line.offset)
    const id = row && rows.idOf(row)
    if (!row || id === undefined || seen.has(id)) return []
    seen.add(id)
    return [{ kind: 'row', id, row }]
  })
}
