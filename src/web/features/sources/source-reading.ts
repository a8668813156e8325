import type { SourceDoubts, SourceReading } from '#contract/data-sources.ts'
import type { ReadingChoice } from '#contract/import-sources.ts'
import { type DayOrder, projectColumns, type ReadTable } from '#contract/imports.ts'
import type { ImportDraft } from '#web/components/import/import-rows.ts'
import { type DraftStart, emptyTable } from '#web/components/import/use-import-draft.ts'

/** The number of this column among those with the same title, from 1. */
const nthOf = (header: readonly string[], column: number): number =>
  header.slice(0, column + 1).filter((title) => title === header[column]).length

/** How a file is read from now on, as the reader has checked it on a sample. `choice` is what the reader chose about the file. */
export const readingOf = (draft: ImportDraft, choice: ReadingChoice, usualOrder: DayOrder): SourceReading => {
  const { header, reading, dateOrder, decimalSign, chained, createsWorkCenters, isPlan } = draft
  // A workbook with several sheets may have its largest one elsewhere next time.
  const sheet = reading.sheets.length > 1 && reading.sheet !== null ? reading.sheets[reading.sheet]?.name : undefined
  return {
    encoding: choice.encoding,
    sheet,
    headerRow: choice.headerRow,
    headerRows: choice.headerRows,
    columns: projectColumns(draft.columns).flatMap((field, column) =>
      field ? [{ title: header[column] ?? '', nth: nthOf(header, column), field }] : [],
    ),
    dateOrder,
    usualOrder: draft.usualOrder ?? usualOrder,
    chained,
    decimalSign,
    createsWorkCenters,
    isPlan,
    centerMeanings: [...(draft.centerMeanings ?? [])],
    planAnswers: [...(draft.planAnswers ?? [])],
    valueMeanings: [...(draft.valueMeanings ?? [])],
  }
}

/** The choices about a file that a data source has stored, except its sheet. */
export const choiceOf = ({ encoding, headerRow, headerRows }: SourceReading): ReadingChoice => ({
  encoding,
  headerRow,
  headerRows,
})

/** The index of the stored sheet if another one was read; null if the sheet is right or has no name here. */
export const otherSheet = (stored: SourceReading, { reading }: ReadTable): number | null => {
  if (stored.sheet === undefined) return null
  const index = reading.sheets.findIndex(({ name }) => name === stored.sheet)
  return index < 0 || index === reading.sheet ? null : index
}

/** A table that was read again, with the columns and answers that a data source has stored. */
export const withReading = (table: ReadTable, stored: SourceReading): DraftStart => {
  const found = stored.columns.map((column) => ({
    ...column,
    at: table.header.findIndex((title, at) => title === column.title && nthOf(table.header, at) === column.nth),
  }))
  const missing = found.filter(({ at }) => at < 0).map(({ title }) => `"${title}"`)
  const { dateOrder, usualOrder, decimalSign, chained, createsWorkCenters, isPlan } = stored
  const sheetGone = stored.sheet !== undefined && table.reading.sheets.every(({ name }) => name !== stored.sheet)
  return {
    ...table,
    usualOrder,
    decimalSign,
    createsWorkCenters,
    isPlan,
    dateOrder,
    chained,
    columns: table.header.map((_, column) => found.find(({ at }) => at === column)?.field ?? null),
    foundCalendars: [],
    notes: [
      ...table.notes,
      ...(sheetGone ? [`The file has no sheet "${stored.sheet}" any more.`] : []),
      ...(missing.length > 0 ? [`The file no longer has: ${missing.join(', ')}. Choose the columns again.`] : []),
    ],
    centerMeanings: stored.centerMeanings,
    planAnswers: stored.planAnswers,
    valueMeanings: stored.valueMeanings,
  }
}

/** The doubtful rows of a run as a table to correct and import. */
export const tableOfDoubts = ({ header, columns, rows }: SourceDoubts, stored: SourceReading): DraftStart => ({
  ...withReading({ ...emptyTable, header, rows: rows.map(({ cells }) => [...cells]) }, stored),
  columns: [...columns],
  notes: [],
})
