import { dayMs } from '#domain/time/units.ts'
import { asOfficeText, xmlText } from './office-text.ts'
import type { SheetTable } from './table-files.ts'
import { writeZip } from './write-zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const partTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell formats by style index. */
const styles = { plain: 0, title: 1, date: 2, minute: 3, second: 4, ms: 5 } as const
const dateFormats = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd hh:mm', 'yyyy\\-mm\\-dd hh:mm:ss', 'yyyy\\-mm\\-dd hh:mm:ss.000']

const styleSheet = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${dateFormats.length}">${dateFormats
  .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${2 + dateFormats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${dateFormats
  .map(
    (_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const fixedParts: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${partTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${partTypes}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${partTypes}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  ],
]

/** Spreadsheets count days from 1900 and treat it as a leap year. Earlier dates stay texts. */
const firstSafeYear = 1901

/** The serial day number of a date and its style; null if it must stay a text. */
const dateCell = (text: string): { days: number; style: number } | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2})(\.\d{3})?)?)?$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const ms = Number(parts[7] ?? 0) * 1_000
  const ofDay = ((hour * 60 + minute) * 60 + second) * 1_000 + Math.round(ms)
  // A date at midnight would look like a plain day, which an import reads as 08:00.
  if (year < firstSafeYear || (parts[4] !== undefined && ofDay === 0)) return null
  const style =
    parts[4] === undefined ? styles.date : parts[6] === undefined ? styles.minute : ms === 0 ? styles.second : styles.ms
  return { days: (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30) + ofDay) / dayMs, style }
}

const isNumber = (text: string): boolean =>
  text !== '' && String(Number(text)) === text && Number.isFinite(Number(text))

/** 'AB' for 27. */
const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A text is never a formula, whatever it begins with. */
const textCell = (reference: string, text: string, style: number): string =>
  `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(asOfficeText(text))}</t></is></c>`

const cellOf = (reference: string, text: string, kind: SheetTable['kinds'][number]): string => {
  if (text === '') return ''
  if (kind === 'number' && isNumber(text)) return `<c r="${reference}"><v>${text}</v></c>`
  const date = kind === 'date' ? dateCell(text) : null
  return date
    ? `<c r="${reference}" s="${date.style}"><v>${date.days}</v></c>`
    : textCell(reference, text, styles.plain)
}

const rowOf = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`

const rowsAtOnce = 100

/** Generates the sheet in chunks of rows. */
function* sheetOf({ header, kinds, rows }: SheetTable): Generator<string> {
  const names = header.map((_, column) => columnName(column))
  const widths = header.map((title, column) => {
    const number = column + 1
    return `<col min="${number}" max="${number}" width="${Math.max(12, title.length + 2)}" customWidth="1"/>`
  })
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const columns = header.length === 0 ? '' : `<cols>${widths.join('')}</cols>`
  const head = header.map((title, column) => textCell(`${names[column]}1`, title, styles.title)).join('')
  yield `${declaration}<worksheet xmlns="${main}">${view}${columns}<sheetData>${rowOf(1, head)}`
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce).map((row, index) => {
      const number = from + index + 2
      const cells = row.map((text, column) => cellOf(`${names[column]}${number}`, text, kinds[column] ?? 'text'))
      return rowOf(number, cells.join(''))
    })
    yield part.join('')
  }
  yield '</sheetData></worksheet>'
}

/** Writes a table as XLSX, with typed numbers and dates. */
export const writeXlsx = (table: SheetTable): Promise<Uint8Array> =>
  writeZip([
    ...fixedParts.map(([name, content]) => ({ name, content: [declaration, content] })),
    { name: 'xl/styles.xml', content: [styleSheet] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(table) },
  ])
