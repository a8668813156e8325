import readXlsxFile from 'read-excel-file/node'
import { checkZip } from './check-zip.ts'
import { FileRefused } from './file-refused.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** A date of a spreadsheet: it has no zone, and the library passes it as if it were UTC. */
const dateText = (date: Date): string => {
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
  return time === '00:00:00' ? day : `${day} ${time}`
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : dateText(new Date(Math.round(value.getTime() / 1000) * 1000))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** The cells of the first sheet that has any, as texts. Formulas count with the values that the file has for them. */
export const readXlsx = async (bytes: Buffer): Promise<{ rows: string[][]; otherSheets: string[] }> => {
  checkZip(bytes)
  const sheets = await readXlsxFile(bytes, { trim: false }).catch((error: unknown) => {
    throw error instanceof RangeError ? error : new FileRefused('This XLSX file cannot be read.')
  })
  const filled = sheets.filter(({ data }) => data.length > 0)
  const [first] = filled
  return {
    rows: first?.data.map((row) => row.map(textOf)) ?? [],
    otherSheets: filled.slice(1).map(({ sheet }) => sheet),
  }
}
