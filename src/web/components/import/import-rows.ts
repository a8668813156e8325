import type { RowAction } from '#contract/import-previews.ts'
import {
  type CenterMeaning,
  type ImportCalendar,
  importLimits,
  type PlanAnswer,
  type ReadTable,
  type SettingsPreview,
  type ValueMeaning,
} from '#contract/imports.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import { textKey } from '#domain/import/text-key.ts'

/** The table to import, including the user's changes. */
export type ImportDraft = ReadTable & {
  /** The calendars that the reader selected. */
  readonly calendars: readonly ImportCalendar[]
  /** The answers about names that are similar to existing ones, and about which existing projects a plan's projects are. */
  readonly centerMeanings?: readonly CenterMeaning[]
  readonly planAnswers?: readonly PlanAnswer[]
  /** Values that are read as others, wherever a cell of their column contains them. */
  readonly valueMeanings?: readonly ValueMeaning[]
  /** Incremented with each change. */
  readonly revision: number
}

/** The result of a check of any table's rows. */
export type ImportedRows = Omit<SettingsPreview, 'records'>

/** A row of the table together with what an import does with it. */
export interface ImportRow {
  readonly id: string
  /** Changes whenever the row may look different. */
  readonly version: number
  /** Its position in the table, from 0. */
  readonly index: number
  /** The number that the reader sees. */
  readonly number: number
  readonly cells: readonly string[]
  /** Null if not checked yet. */
  readonly action: RowAction | null
  /** Problems by column; the key null stands for the whole row. */
  readonly problems: ReadonlyMap<number | null, string>
  /** The allowed names for a cell with an error, if it must be an existing name. */
  readonly choices: ReadonlyMap<number, readonly string[]>
  /** Columns that differ from the stored record. */
  readonly changed: ReadonlySet<number>
  /** The values that cells stand for, by column (`ValueMeaning`). */
  readonly meant: ReadonlyMap<number, string>
}

const actionOf: Readonly<Record<string, RowAction>> = {
  c: 'create',
  u: 'update',
  n: 'unchanged',
  s: 'skip',
  f: 'failed',
}

const noProblems: ReadonlyMap<number | null, string> = new Map()
const noChoices: ReadonlyMap<number, readonly string[]> = new Map()
const nothing: ReadonlySet<number> = new Set()
const noMeanings: ReadonlyMap<number, string> = new Map()

/** The meanings of the cells of a row. */
const meantOf = (
  cells: readonly string[],
  columns: ImportDraft['columns'],
  meanings: readonly ValueMeaning[],
): ReadonlyMap<number, string> =>
  new Map(
    cells.flatMap((cell, column) => {
      const meaning = meanings.find(({ field, typed }) => field === columns[column] && textKey(typed) === textKey(cell))
      return meaning ? [[column, meaning.means] as const] : []
    }),
  )

/** The meanings after a value was given another one; a value that means itself has none. */
export const withMeaning = (meanings: readonly ValueMeaning[], meaning: ValueMeaning): ValueMeaning[] => [
  ...meanings.filter(({ field, typed }) => field !== meaning.field || textKey(typed) !== textKey(meaning.typed)),
  ...(meaning.typed === meaning.means ? [] : [meaning]),
]

/** The rows of a draft. `preview` may belong to the previous revision. */
export const importRows = (
  { rows, columns, revision, valueMeanings }: Pick<ImportDraft, 'rows' | 'columns' | 'revision' | 'valueMeanings'>,
  preview: Pick<ImportedRows, 'problems' | 'choices' | 'changed' | 'actions'> | undefined,
): ImportRow[] => {
  const problems = new Map<number, Map<number | null, string>>()
  const choices = new Map<number, Map<number, readonly string[]>>()
  for (const { row, column, message, choices: list } of preview?.problems ?? []) {
    const own = problems.get(row) ?? new Map<number | null, string>()
    own.set(column, own.has(column) ? `${own.get(column)}. ${message}` : message)
    problems.set(row, own)
    const names = list && preview?.choices[list]
    // A cell of alternatives contains several names, and the other names must stay.
    if (names && column !== null && columns[column] !== 'alternatives') {
      choices.set(row, new Map([...(choices.get(row) ?? []), [column, names]]))
    }
  }
  const changed = new Map(preview?.changed.map(({ row, columns }) => [row, new Set(columns)]))
  return rows.map((cells, index) => ({
    id: String(index),
    version: revision,
    index,
    number: index + 1,
    cells,
    action: actionOf[preview?.actions[index] ?? ''] ?? null,
    problems: problems.get(index) ?? noProblems,
    choices: choices.get(index) ?? noChoices,
    changed: changed.get(index) ?? nothing,
    meant: valueMeanings?.length ? meantOf(cells, columns, valueMeanings) : noMeanings,
  }))
}

/** The problems of a row in one line: 'Hours: Enter the hours as a number.' */
export const problemText = ({ problems }: ImportRow, titleOf: (column: number) => string): string =>
  [...problems].map(([column, message]) => (column === null ? message : `${titleOf(column)}: ${message}`)).join('; ')

/** The rows that cannot be imported, as a CSV file with the reasons in the last column. It can be corrected and imported. */
export const failedRowsFile = ({ header }: ImportDraft, rows: readonly ImportRow[]): Blob => {
  const failed = rows.filter(({ action }) => action === 'failed')
  const lines = failed.map((row) => csvLine([...row.cells, problemText(row, (column) => header[column] ?? '')]))
  return new Blob([csvByteOrderMark, csvLine([...header, 'Import error']), ...lines], { type: 'text/csv' })
}

/** The draft after text was typed into a cell. */
export const withCell = (draft: ImportDraft, index: number, column: number, text: string): ImportDraft => ({
  ...draft,
  rows: draft.rows.map((row, at) => (at === index ? row.map((cell, own) => (own === column ? text : cell)) : row)),
})

/** The draft with or without a calendar of its plan. */
export const withCalendar = (draft: ImportDraft, calendar: ImportCalendar, isChosen: boolean): ImportDraft => ({
  ...draft,
  calendars: [...draft.calendars.filter(({ name }) => name !== calendar.name), ...(isChosen ? [calendar] : [])],
})

/** The draft without some rows. */
export const withoutRows = (draft: ImportDraft, indexes: ReadonlySet<number>): ImportDraft => ({
  ...draft,
  rows: draft.rows.filter((_, index) => !indexes.has(index)),
})

/** A file as base64, without the prefix of the data URL. */
export const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })

export const isTooLarge = ({ size }: File): boolean => size > importLimits.fileBytes
