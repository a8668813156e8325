import { mostFirstRows } from '#contract/import-sources.ts'
import { textKey } from '#domain/import/text-key.ts'
import { FileRefused } from './file-refused.ts'
import { readSharedTexts, readSheet } from './sheet-cells.ts'
import type { SourceRows } from './source-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

/** Number of sheets that are searched for the table. */
const mostSheetsTried = 20

/** Reads the rows of a sheet with their texts resolved. */
const finishedRows = async (book: Workbook, rows: SourceRows) => {
  const texts = await readSharedTexts(book, rows.wanted())
  return rows.finished((number) => texts.get(number) ?? '')
}

/** Reads the first rows of several sheets together, because they share one part with texts. */
const firstRowsOf = async (book: Workbook, places: readonly number[]): Promise<string[][][]> => {
  const found: SourceRows[] = []
  for (const place of places) {
    const sheet = book.sheets[place]
    if (sheet) found.push(await readSheet(book, sheet, mostFirstRows))
  }
  const wanted = new Set(found.flatMap((rows) => [...rows.wanted()]))
  const texts = await readSharedTexts(book, wanted)
  return found.map((rows) => rows.finished((number) => texts.get(number) ?? '').rows)
}

/** Picks the visible sheet with the most known column names, else the first non-empty one. */
const findSheet = async (
  book: Workbook,
  countNames: (rows: readonly (readonly string[])[]) => number,
): Promise<number> => {
  const places = [...book.sheets.keys()]
  const visible = places.filter((place) => !book.sheets[place]?.isHidden)
  for (const group of [visible, places.filter((place) => !visible.includes(place))]) {
    const tried = group.slice(0, mostSheetsTried)
    const [only, ...others] = tried
    if (only === undefined) continue
    if (others.length === 0 && group === visible && visible.length === places.length) return only
    const rows = await firstRowsOf(book, tried)
    const names = rows.map((own) => (own.length > 1 ? countNames(own) : 0))
    const most = Math.max(...names)
    const best = most > 1 ? names.indexOf(most) : rows.findIndex((own) => own.length > 0)
    if (best >= 0) return tried[best] ?? only
  }
  return visible[0] ?? 0
}

const placeOf = (book: Workbook, name: string): number => {
  const place = book.sheets.findIndex((sheet) => textKey(sheet.name) === textKey(name))
  if (place < 0) throw new FileRefused(`The file has no sheet ${name}`)
  return place
}

export interface ReadSheetTable {
  readonly rows: string[][]
  readonly firstNumber: number
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[]
  readonly sheet: number
}

/**
 * Reads a sheet as texts: dates and times in ISO form, formulas as their cached values. `chosen` is the index or the
 * name of the sheet; without it, the sheet that looks most like a table is used. `countNames` returns how many columns the best of
 * the given rows names.
 */
export const readXlsx = async (
  bytes: Buffer,
  {
    chosen,
    countNames,
  }: { chosen: number | string | undefined; countNames: (rows: readonly (readonly string[])[]) => number },
): Promise<ReadSheetTable> => {
  const book = await openWorkbook(bytes)
  const place = typeof chosen === 'string' ? placeOf(book, chosen) : (chosen ?? (await findSheet(book, countNames)))
  const sheet = book.sheets[place]
  if (!sheet) throw new FileRefused('The file has no such sheet.')
  const { rows, firstNumber } = await finishedRows(book, await readSheet(book, sheet))
  return { rows, firstNumber, sheets: book.sheets.map(({ name, isHidden }) => ({ name, isHidden })), sheet: place }
}
