import type { RowAction } from '#contract/import-previews.ts'
import {
  type CenterMeaning,
  type ImportCalendar,
  importLimits,
  type PlanAnswer,
  type ReadTable,
  type SettingsPreview,
} from '#contract/imports.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'

/** A table that somebody imports, as it is after their changes. */
export type ImportDraft = ReadTable & {
  /** Those that the reader chose. */
  readonly calendars: readonly ImportCalendar[]
  /** What names mean that resemble stored ones, and which stored projects those of a plan are. */
  readonly centerMeanings?: readonly CenterMeaning[]
  readonly planAnswers?: readonly PlanAnswer[]
  /** A new number for each change. */
  readonly revision: number
}

/** What a check says about the rows of any table. */
export type ImportedRows = Omit<SettingsPreview, 'records'>

/** A row of the table beside what an import does with it. */
export interface ImportRow {
  readonly id: string
  /** Changes whenever the row may look different. */
  readonly version: number
  /** Its place in the table, from 0. */
  readonly index: number
  readonly cells: readonly string[]
  /** null = not checked yet. */
  readonly action: RowAction | null
  /** What is wrong, by column; null = the whole row. */
  readonly problems: ReadonlyMap<number | null, string>
  /** What a cell with an error can be instead, where that is one of some names. */
  readonly choices: ReadonlyMap<number, readonly string[]>
  /** Columns that differ from what is stored. */
  readonly changed: ReadonlySet<number>
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

/** The rows of a draft. `preview` may be of the revision before. */
export const importRows = (
  { rows, columns, revision }: ImportDraft,
  preview: ImportedRows | undefined,
): ImportRow[] => {
  const problems = new Map<number, Map<number | null, string>>()
  const choices = new Map<number, Map<number, readonly string[]>>()
  for (const { row, column, message, choices: list } of preview?.problems ?? []) {
    const own = problems.get(row) ?? new Map<number | null, string>()
    own.set(column, own.has(column) ? `${own.get(column)}. ${message}` : message)
    problems.set(row, own)
    const names = list && preview?.choices[list]
    // A cell of alternatives has several names, of which the others have to stay.
    if (names && column !== null && columns[column] !== 'alternatives') {
      choices.set(row, new Map([...(choices.get(row) ?? []), [column, names]]))
    }
  }
  const changed = new Map(preview?.changed.map(({ row, columns }) => [row, new Set(columns)]))
  return rows.map((cells, index) => ({
    id: String(index),
    version: revision,
    index,
    cells,
    action: actionOf[preview?.actions[index] ?? ''] ?? null,
    problems: problems.get(index) ?? noProblems,
    choices: choices.get(index) ?? noChoices,
    changed: changed.get(index) ?? nothing,
  }))
}

/** The problems of a row in one line: 'Hours: Enter the hours as a number.' */
export const problemText = ({ problems }: ImportRow, titleOf: (column: number) => string): string =>
  [...problems].map(([column, message]) => (column === null ? message : `${titleOf(column)}: ${message}`)).join('; ')

/** The rows that cannot be imported as a CSV file with the reasons in a last column. It can be corrected and imported. */
export const failedRowsFile = ({ header }: ImportDraft, rows: readonly ImportRow[]): Blob => {
  const failed = rows.filter(({ action }) => action === 'failed')
  const lines = failed.map((row) => csvLine([...row.cells, problemText(row, (column) => header[column] ?? '')]))
  return new Blob([csvByteOrderMark, csvLine([...header, 'Import error']), ...lines], { type: 'text/csv' })
}

/** The draft after a cell was typed. */
export const withCell = (draft: ImportDraft, index: number, column: number, text: string): ImportDraft => ({
  ...draft,
  rows: draft.rows.map((row, at) => (at === index ? row.map((cell, own) => (own === column ? text : cell)) : row)),
})

/** The draft with a calendar of its plan, or without it. */
export const withCalendar = (draft: ImportDraft, calendar: ImportCalendar, isChosen: boolean): ImportDraft => ({
  ...draft,
  calendars: [...draft.calendars.filter(({ name }) => name !== calendar.name), ...(isChosen ? [calendar] : [])],
})

/** The draft without some rows. */
export const withoutRows = (draft: ImportDraft, indexes: ReadonlySet<number>): ImportDraft => ({
  ...draft,
  rows: draft.rows.filter((_, index) => !indexes.has(index)),
})

/** A file as base64, without the beginning of the data URL. */
export const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })

export const isTooLarge = ({ size }: File): boolean => size > importLimits.fileBytes
