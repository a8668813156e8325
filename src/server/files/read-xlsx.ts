import { mostFirstRows } from '#contract/import-sources.ts'
import { FileRefused } from './file-refused.ts'
import { readSharedTexts, readSheet } from './sheet-cells.ts'
import type { SourceRows } from './source-rows.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

/** The sheets that are looked at to find the one with the table. */
const mostSheetsTried = 20

/** The rows of a sheet with all their texts. */
const finishedRows = async (book: Workbook, rows: SourceRows) => {
  const texts = await readSharedTexts(book, rows.wanted())
  return rows.finished((number) => texts.get(number) ?? '')
}

/** The first rows of some sheets, read together, because their texts are in one part. */
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

/** Picks the visible sheet with the most known column names, or else the first one that is not empty. */
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

export interface ReadSheetTable {
  readonly rows: string[][]
  readonly firstNumber: number
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean }[]
  readonly sheet: number
}

/**
 * The cells of a sheet as texts that say what they mean, dates and times in ISO form, formulas by the values that the file has for them. `chosen`: its
 * place among the sheets; else it is the one that looks most like a table. `countNames`: how many columns the best of some rows names.
 */
export const readXlsx = async (
  bytes: Buffer,
  { chosen, countNames }: { chosen: number | undefined; countNames: (rows: readonly (readonly string[])[]) => number },
): Promise<ReadSheetTable> => {
  const book = await openWorkbook(bytes)
  const place = chosen ?? (await findSheet(book, countNames))
  const sheet = book.sheets[place]
  if (!sheet) throw new FileRefused('The file has no such sheet.')
  const { rows, firstNumber } = await finishedRows(book, await readSheet(book, sheet))
  return { rows, firstNumber, sheets: book.sheets.map(({ name, isHidden }) => ({ name, isHidden })), sheet: place }
}
