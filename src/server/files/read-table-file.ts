import { mostFirstRows, type Reading, type ReadingChoice } from '#contract/import-sources.ts'
import {
  type ColumnField,
  type ImportCalendar,
  type ImportKind,
  importLimits,
  type ReadTable,
} from '#contract/imports.ts'
import { countNames, findHeader } from '#domain/import/find-header.ts'
import { guessColumns } from '#domain/import/guess-columns.ts'
import { FileRefused } from './file-refused.ts'
import { readCsv } from './read-csv.ts'
import { isJson, readJsonTable } from './read-json-table.ts'
import { readProjectXml } from './read-project-xml.ts'
import { decodeText, encodingNotes } from './read-text.ts'
import { readXlsx } from './read-xlsx.ts'

/** Options for reading a file. Without any, it is read as a table of projects in an unknown format. */
export interface ReadScope {
  /** The organization's earlier choices for column titles. */
  readonly remembered: Readonly<Record<string, ColumnField | null>>
  readonly kind: ImportKind
  readonly choice: ReadingChoice
  /** The sheet of a workbook by its name, which wins over its index in `choice`. */
  readonly sheetName?: string | undefined
}

interface Cells extends Pick<Reading, 'encoding' | 'sheets' | 'sheet'> {
  readonly format: ReadTable['format']
  readonly rows: readonly (readonly string[])[]
  readonly firstNumber: number
  readonly notes: readonly string[]
  readonly calendars?: readonly ImportCalendar[]
  /** The names and ids come from a plan made in another program. */
  readonly isForeignPlan?: boolean
}

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** True if the file begins like XML, in any 8-bit or 16-bit encoding. */
const isXml = (bytes: Buffer): boolean => {
  const start = bytes.subarray(0, 400).toString('latin1').replaceAll('\u0000', '')
  return /^(?:ï»¿|ÿþ|þÿ)?\s*<(?:\?xml|(?:\w+:)?Project\b|!)/.test(start)
}

const noSheets: Pick<Cells, 'sheets' | 'sheet'> = { sheets: [], sheet: null }

const readWorkbook = async (bytes: Buffer, { choice, sheetName, ...scope }: ReadScope): Promise<Cells> => {
  const best = (rows: readonly (readonly string[])[]) => Math.max(0, ...rows.map((row) => countNames(row, scope)))
  const read = await readXlsx(bytes, { chosen: sheetName ?? choice.sheet, countNames: best })
  const { rows, firstNumber, sheet, sheets } = read
  const others = sheets.filter((_, place) => place !== sheet)
  const names = others.slice(0, 10).map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name))
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : ''
  const notes =
    others.length > 0 ? [`The sheet ${sheets[sheet]?.name ?? ''} is read. Left out: ${names.join(', ')}${more}.`] : []
  return { format: 'xlsx', encoding: null, rows, firstNumber, sheets: [...sheets], sheet, notes }
}

/** The content decides the format, not the file name. */
const readCells = async (bytes: Buffer, scope: ReadScope): Promise<Cells> => {
  if (bytes.length > importLimits.fileBytes) throw new FileRefused('The file is larger than 5 MB.')
  if (startsWith(bytes, 0x50, 0x4b)) return readWorkbook(bytes, scope)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileRefused(
      'Old Excel and MS Project files, and workbooks with a password, cannot be read. Save it as an XLSX file without one, or in MS Project as XML.',
    )
  }
  if (/^\s*<(?:!doctype html|html|table|meta|style)\b/i.test(bytes.subarray(0, 400).toString('latin1'))) {
    throw new FileRefused(
      'This is a web page under another name. Open it in a spreadsheet program and save it as an XLSX file.',
    )
  }
  if (isXml(bytes)) {
    const plan = await readProjectXml(bytes, scope.choice.encoding)
    return { format: 'projectXml', encoding: null, firstNumber: 1, ...noSheets, ...plan }
  }
  const decoded = decodeText(bytes, scope.choice.encoding)
  if (/^\uFEFF?BEGIN:VCALENDAR/i.test(decoded.text)) {
    throw new FileRefused('This is a calendar file (.ics). Add its days under Holidays with "Import calendar".')
  }
  const isOfRecords = isJson(decoded.text)
  const source = isOfRecords ? readJsonTable(decoded.text) : readCsv(decoded.text, (cells) => countNames(cells, scope))
  const found = source.finished()
  return {
    format: isOfRecords ? 'json' : 'csv',
    encoding: decoded.encoding,
    ...found,
    firstNumber: found.firstNumber,
    ...noSheets,
    notes: encodingNotes(decoded),
  }
}

/** The first rows are shown for choosing the header, with texts cut to this length. */
const shownCharacters = 80

const headerNotes = (rows: readonly (readonly string[])[], row: number | null): string[] => {
  if (row === null) return ['The first row has no names of columns, so it is read as data.']
  const above = rows.slice(0, row).flatMap((cells) => cells.filter((cell) => cell.trim() !== ''))
  if (above.length === 0) return []
  return [
    `Left out above the names of the columns: ${above
      .slice(0, 5)
      .map((text) => text.slice(0, shownCharacters))
      .join(', ')}${above.length > 5 ? ' ...' : ''}.`,
  ]
}

/** Reads a table in any supported format, finds its header, and guesses the meaning of its columns. */
export const readTableFile = async (bytes: Buffer, given: Partial<ReadScope> = {}): Promise<ReadTable> => {
  const scope: ReadScope = { kind: 'projects', remembered: {}, choice: {}, ...given }
  const { kind, remembered, choice } = scope
  const cells = await readCells(bytes, scope)
  const { format, rows, notes, calendars = [], isForeignPlan = false } = cells
  const isPlan = format === 'projectXml'
  // The names of the fields are its columns, so there is no row to choose.
  const hasHeader = isPlan || format === 'json'
  if (isPlan && kind !== 'projects') {
    throw new FileRefused('This is a project plan. Import it under Projects; its calendars are offered there.')
  }
  if (rows.length === 0) throw new FileRefused('There is nothing in this table.')
  const {
    row,
    rows: headerRows,
    titles,
  } = findHeader(rows, scope, hasHeader ? { headerRow: 0, headerRows: 1 } : choice)
  const body = rows.slice(row === null ? 0 : row + headerRows).map((own) => [...own])
  const most = kind === 'projects' ? importLimits.rows : importLimits.settingsRows
  if (body.length > most) {
    throw new FileRefused(`The table has more than ${most.toLocaleString('en')} rows. Split it into smaller files.`)
  }
  const header = [...titles]
  const guess = { kind, header, rows: body, remembered: isPlan ? {} : remembered, idsAreForeign: isPlan }
  const { encoding, sheets, sheet, firstNumber } = cells
  const shown = rows.slice(0, mostFirstRows).map((own) => own.map((text) => text.slice(0, shownCharacters)))
  return {
    format,
    header,
    rows: body,
    columns: guessColumns<ImportKind>(guess),
    dateOrder: 'auto',
    // A project plan contains its own dependencies.
    chained: !isPlan,
    ...(isForeignPlan && { isPlan: true }),
    foundCalendars: [...calendars],
    reading: {
      encoding,
      sheets,
      sheet,
      firstRows: hasHeader ? [] : shown,
      firstRowNumber: firstNumber,
      headerRow: row,
      headerRows,
    },
    notes: [...notes, ...(hasHeader ? [] : headerNotes(rows, row))],
  }
}
