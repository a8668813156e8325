import { FileRefused } from './file-refused.ts'

/** Maximum number of cells in a record; spreadsheets have no more columns. */
const mostCells = 20_000
/** Maximum length of a cell. It is far above the import limit, so that a missing quote is reported first. */
const longestCell = 100_000

/** The text of a cell and the position where it ends. */
interface CellEnd {
  readonly at: number
  readonly text: string
}

/** Reads a quoted cell that begins at `from`. Quotes inside are doubled; a stray quote is part of the text. */
const quotedCell = (text: string, from: number, isEnd: (at: number) => boolean): CellEnd | null => {
  let parts = ''
  for (let start = from + 1; ; ) {
    const quote = text.indexOf('"', start)
    if (quote < 0 || parts.length + quote - start > longestCell) return null
    parts += text.slice(start, quote)
    if (text[quote + 1] === '"') {
      parts += '"'
      start = quote + 2
      continue
    }
    let behind = quote + 1
    while (text[behind] === ' ') behind += 1
    if (isEnd(behind)) return { at: behind, text: parts }
    parts += '"'
    start = quote + 1
  }
}

/**
 * Reads a CSV text (RFC 4180) record by record, with any line endings, and buffers one record at most. Throws
 * `FileRefused` for a quote that is never closed and for records above the limits. `onRecord` receives the cells and
 * the record number, from 1.
 */
export const parseCsv = (
  text: string,
  delimiter: string,
  onRecord: (cells: readonly string[], number: number) => void,
): void => {
  const isEnd = (at: number): boolean =>
    at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r'
  const lineOf = (at: number): number => text.slice(0, at).split(/\r\n?|\n/).length
  let [cells, at, number]: [string[], number, number] = [[], 0, 1]
  while (at < text.length) {
    let cell: CellEnd | null
    if (text[at] === '"') {
      cell = quotedCell(text, at, isEnd)
      if (!cell) throw new FileRefused(`A quote is opened and never closed: see line ${lineOf(at)}.`)
    } else {
      let end = at
      while (!isEnd(end)) end += 1
      cell = { at: end, text: text.slice(at, end) }
    }
    cells.push(cell.text)
    if (cells.length > mostCells) throw new FileRefused(`Row ${number} has more than 100 columns.`)
    at = cell.at + 1
    if (text[cell.at] === delimiter && at < text.length) continue
    // A trailing delimiter is followed by an empty cell.
    if (text[cell.at] === delimiter) cells.push('')
    if (text[cell.at] === '\r' && text[at] === '\n') at += 1
    onRecord(cells, number)
    cells = []
    number += 1
  }
}
