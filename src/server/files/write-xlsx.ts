import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import type { SheetTable } from './table-files.ts'

/** Spreadsheets count days from 1900, which they take for a leap year; earlier dates stay texts. */
const firstSafeYear = 1901

const dateCell = (text: string): Cell | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}))?$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  // In a spreadsheet a day at midnight is the day alone, which an import reads as 08:00.
  const isMidnight = parts[4] !== undefined && hour === 0 && minute === 0
  if (year < firstSafeYear || isMidnight) return null
  const format = parts[4] === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm'
  return { value: new Date(Date.UTC(year, month - 1, day, hour, minute)), type: Date, format }
}

const numberCell = (text: string): Cell | null =>
  text !== '' && String(Number(text)) === text && Number.isFinite(Number(text))
    ? { value: Number(text), type: Number }
    : null

const cellOf = (text: string, kind: SheetTable['kinds'][number]): Cell => {
  if (text === '') return null
  const typed = kind === 'number' ? numberCell(text) : kind === 'date' ? dateCell(text) : null
  // A text is never computed, whatever it begins with.
  return typed ?? { value: text, type: String }
}

/** A table as an XLSX file, with numbers and dates as such. */
export const writeXlsx = async ({ header, kinds, rows }: SheetTable): Promise<Uint8Array> => {
  const head = header.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }))
  const body = rows.map((row) => row.map((text, column) => cellOf(text, kinds[column] ?? 'text')))
  const columns = header.map((title) => ({ width: Math.max(12, title.length + 2) }))
  return writeXlsxFile([head, ...body], { columns, stickyRowsCount: 1 }).toBuffer()
}
