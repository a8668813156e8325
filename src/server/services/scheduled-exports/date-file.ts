import { importLimits } from '#contract/imports.ts'
import type { DateFileFormat, ScheduledExport } from '#contract/scheduled-exports.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import { instantText } from '#domain/import/instant-text.ts'
import { localIso } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { FileRefused } from '../../files/file-refused.ts'
import { type SheetTable, tableFiles } from '../../files/table-files.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { type DateColumn, type DateRows, type DateValue, dateRows } from './date-rows.ts'

const dateFileTypes: Readonly<Record<DateFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

export interface DateFile {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** Records in it. */
  readonly rows: number
}

/** A cell of a table: instants as the other exports write them. */
const cellOf = (value: DateValue, { kind }: DateColumn, zone: string): DateValue =>
  kind === 'instant' && typeof value === 'string' ? instantText(Date.parse(value), zone) : value

const csvOf = async ({ columns, timeZone, parts }: DateRows) => {
  let text = csvByteOrderMark + csvLine(columns.map(({ title }) => title))
  let rows = 0
  for await (const part of parts) {
    for (const values of part) {
      text += csvLine(columns.map((column, index) => cellOf(values[index] ?? null, column, timeZone)))
    }
    rows += part.length
  }
  return { bytes: Buffer.from(text), rows }
}

const xlsxOf = async (ctx: TenantContext, { columns, timeZone, parts }: DateRows) => {
  const rows: string[][] = []
  for await (const part of parts) {
    for (const values of part) {
      rows.push(columns.map((column, index) => String(cellOf(values[index] ?? null, column, timeZone) ?? '')))
    }
    if (rows.length > importLimits.rows) {
      throw new RuleError('More than 20,000 rows do not fit into an XLSX file. Choose CSV or JSON.')
    }
  }
  const kinds = columns.map(({ kind }): SheetTable['kinds'][number] =>
    kind === 'day' || kind === 'instant' ? 'date' : kind,
  )
  const table: SheetTable = { header: columns.map(({ title }) => title), kinds, rows }
  try {
    return { bytes: await askInTurn(ctx, 'table', (signal) => tableFiles.writeXlsx(table, signal)), rows: rows.length }
  } catch (error) {
    if (error instanceof FileRefused) throw new RuleError(error.message)
    throw error
  }
}

const jsonOf = async (ctx: TenantContext, datesOf: ScheduledExport['datesOf'], dates: DateRows) => {
  const { columns, timeZone, parts } = dates
  const isoOf = (value: DateValue, { kind }: DateColumn): DateValue =>
    kind === 'instant' && typeof value === 'string' ? localIso(Date.parse(value), timeZone) : value
  let text = `{"at":${JSON.stringify(localIso(ctx.app.now().getTime(), timeZone))},${JSON.stringify(datesOf)}:[`
  let rows = 0
  for await (const part of parts) {
    for (const values of part) {
      const fields = columns.map((column, index) => [column.key, isoOf(values[index] ?? null, column)])
      text += `${rows === 0 ? '' : ','}\n${JSON.stringify(Object.fromEntries(fields))}`
      rows += 1
    }
  }
  return { bytes: Buffer.from(`${text}\n]}\n`), rows }
}

/**
 * The dates of the plan as a file. In CSV and XLSX, instants are local times as in the other exports; in JSON they have the offset of the
 * organization's zone. 422 if the file would be too large for its format; 429 and 503 as `askInTurn`.
 */
export const makeDateFile = async (
  ctx: TenantContext,
  what: Pick<ScheduledExport, 'datesOf' | 'format' | 'importedOnly'>,
): Promise<DateFile> => {
  const dates = await dateRows(ctx, what)
  const mediaType = dateFileTypes[what.format]
  if (what.format === 'csv') return { ...(await csvOf(dates)), mediaType }
  if (what.format === 'xlsx') return { ...(await xlsxOf(ctx, dates)), mediaType }
  return { ...(await jsonOf(ctx, what.datesOf, dates)), mediaType }
}
