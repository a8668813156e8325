import { buildZip, type ZipPart } from './build-zip.ts'

/** A cell in a sheet: its type, the index of its style, and its content. */
export interface RawCell {
  readonly t?: string
  readonly s?: number
  readonly xml: string
}

interface RawSheet {
  readonly name: string
  readonly state?: string
  /** Rows of cells; a number, a text, nothing, or raw XML. */
  readonly rows?: readonly (readonly (RawCell | number | string | null)[])[]
  /** Used instead of rows. */
  readonly xml?: string
}

interface RawBook {
  readonly sheets: readonly RawSheet[]
  /** Number formats of the styles from 1 on; a number is a built-in one. */
  readonly formats?: readonly (string | number)[]
  readonly is1904?: boolean
  /** Content of each shared string. */
  readonly shared?: readonly string[]
  readonly more?: readonly ZipPart[]
  /** How the parts are described in the archive. */
  readonly part?: Omit<ZipPart, 'name' | 'content'>
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const column = (index: number): string =>
  (index >= 26 ? column(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const cellXml = (cell: RawCell | number | string | null, reference: string): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  }
  const { t, s, xml } = cell
  return `<c r="${reference}"${t ? ` t="${t}"` : ''}${s === undefined ? '' : ` s="${s}"`}>${xml}</c>`
}

const sheetXml = ({ rows = [], xml }: RawSheet): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${
    xml ??
    rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, at) => cellXml(cell, `${column(at)}${row + 1}`)).join('')}</row>`,
      )
      .join('')
  }</sheetData></worksheet>`

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (all: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`

/** The parts of an XLSX file, before packing. */
export const xlsxParts = ({ sheets, formats = [], is1904, shared, more = [], part = {} }: RawBook): ZipPart[] => {
  const custom = formats.flatMap((code, index) =>
    typeof code === 'string' ? [`<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`] : [],
  )
  const styles = formats.map((code, index) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + index}"/>`)
  const files: [string, string][] = [
    ['_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, state }, index) =>
            `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
        relation(sheets.length + 1, 'styles', 'styles.xml'),
        ...(shared ? [relation(sheets.length + 2, 'sharedStrings', 'sharedStrings.xml')] : []),
      ]),
    ],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map((sheet, index): [string, string] => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ...(shared
      ? [
          ['xl/sharedStrings.xml', `<sst>${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return [...files.map(([name, content]) => ({ name, content, ...part })), ...more]
}

/** An XLSX file with raw cells. */
export const buildXlsx = (book: RawBook): Buffer => buildZip(xlsxParts(book))
