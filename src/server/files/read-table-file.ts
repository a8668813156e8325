import {
  type ColumnField,
  type ImportCalendar,
  type ImportFormat,
  type ImportKind,
  importLimits,
  type ReadTable,
} from '#contract/imports.ts'
import { guessColumns, isHeader } from '#domain/import/guess-columns.ts'
import { FileRefused } from './file-refused.ts'
import { readCsv } from './read-csv.ts'
import { readProjectXml } from './read-project-xml.ts'
import { decodeText } from './read-text.ts'
import { readXlsx } from './read-xlsx.ts'

interface Cells {
  readonly format: ImportFormat
  readonly rows: readonly (readonly string[])[]
  readonly notes: readonly string[]
  readonly calendars?: readonly ImportCalendar[]
}

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** The content decides what a file is, not its name. */
const readCells = async (bytes: Buffer): Promise<Cells> => {
  if (bytes.length > importLimits.fileBytes) throw new FileRefused('The file is larger than 5 MB.')
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const { rows, otherSheets } = await readXlsx(bytes)
    const notes = otherSheets.length > 0 ? [`Only the first sheet is read. Left out: ${otherSheets.join(', ')}.`] : []
    return { format: 'xlsx', rows, notes }
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileRefused('Old Excel and MS Project files cannot be read. Save it as XLSX, or in MS Project as XML.')
  }
  const text = decodeText(bytes)
  if (/^\uFEFF?\s*<(?:\?xml|Project\b|!)/.test(text)) return { format: 'projectXml', ...readProjectXml(text) }
  if (/^\uFEFF?BEGIN:VCALENDAR/i.test(text)) {
    throw new FileRefused('This is a calendar file (.ics). Add its days under Holidays with "Import calendar".')
  }
  return { format: 'csv', rows: readCsv(text), notes: [] }
}

const checkLimits = (rows: readonly (readonly string[])[]): void => {
  if (rows.length > importLimits.rows + 1)
    throw new FileRefused('The table has more than 20,000 rows. Split it into smaller files.')
  for (const [index, row] of rows.entries()) {
    if (row.length > importLimits.columns) throw new FileRefused(`Row ${index + 1} has more than 100 columns.`)
    if (row.some((cell) => cell.length > importLimits.cellCharacters)) {
      throw new FileRefused(`Row ${index + 1} has a cell of more than 10,000 characters.`)
    }
  }
}

const isFilled = (cell: string): boolean => cell.trim() !== ''

/** Without the empty rows at the ends and the empty columns at the right, and with rows of one length. */
const trimmed = (rows: readonly (readonly string[])[]): string[][] => {
  const first = rows.findIndex((row) => row.some(isFilled))
  if (first < 0) throw new FileRefused('There is nothing in this table.')
  const last = rows.findLastIndex((row) => row.some(isFilled))
  const kept = rows.slice(first, last + 1)
  const width = kept.reduce((widest, row) => Math.max(widest, row.findLastIndex(isFilled) + 1), 0)
  return kept.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}

/** Reads a table of any of the formats, and guesses what its columns hold. */
export const readTableFile = async (
  bytes: Buffer,
  remembered: Readonly<Record<string, ColumnField | null>>,
  kind: ImportKind = 'projects',
): Promise<ReadTable> => {
  const { format, rows, notes, calendars = [] } = await readCells(bytes)
  if (format === 'projectXml' && kind !== 'projects') {
    throw new FileRefused('This is a project plan. Import it under Projects; its calendars are offered there.')
  }
  checkLimits(rows)
  const table = trimmed(rows)
  const [first = []] = table
  const hasHeader = isHeader(first, kind)
  const header = hasHeader ? first : first.map((_, column) => `Column ${column + 1}`)
  const body = hasHeader ? table.slice(1) : table
  const most = kind === 'projects' ? importLimits.rows : importLimits.settingsRows
  if (body.length > most) {
    throw new FileRefused(`The table has more than ${most.toLocaleString('en')} rows. Split it into smaller files.`)
  }
  const isPlan = format === 'projectXml'
  const known = isPlan ? {} : remembered
  return {
    format,
    header,
    rows: body,
    columns: guessColumns<ImportKind>({ kind, header, rows: body, remembered: known, idsAreForeign: isPlan }),
    dateOrder: 'auto',
    // A project plan says itself what waits for what.
    chained: !isPlan,
    foundCalendars: [...calendars],
    notes: [...notes, ...(hasHeader ? [] : ['The first row has no names of columns, so it is read as data.'])],
  }
}
