import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  type DayOrder,
  type ImportCalendar,
  type ImportKind,
  projectColumns,
  type ReadTable,
  settingsColumns,
} from '#contract/imports.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { type AnyTable, importPreviewQuery } from '#web/api/files/imports.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type ImportDraft, importRows, withCalendar, withCell, withoutRows } from './import-rows.ts'

/** Without any rows, as the table of an import that has none yet. */
export const emptyTable: ReadTable = {
  format: 'csv',
  header: [''],
  rows: [],
  columns: [],
  dateOrder: 'auto',
  chained: true,
  notes: [],
  foundCalendars: [],
  reading: {
    encoding: null,
    sheets: [],
    sheet: null,
    firstRows: [],
    firstRowNumber: 1,
    headerRow: null,
    headerRows: 1,
  },
}
const emptyDraft: ImportDraft = { ...emptyTable, calendars: [], revision: 0 }

/** The table as it is checked and imported. */
export const tableOf = (kind: ImportKind, draft: ImportDraft, usualOrder: DayOrder): AnyTable => {
  const { header, rows, columns, dateOrder, decimalSign, chained, createsWorkCenters, calendars, isPlan } = draft
  const centerMeanings = [...(draft.centerMeanings ?? [])]
  const table = { header, rows, dateOrder, usualOrder: draft.usualOrder ?? usualOrder, centerMeanings }
  if (kind !== 'projects') return { ...table, kind, columns: settingsColumns(columns) }
  const creates = createsWorkCenters === undefined ? {} : { createsWorkCenters }
  const plan = isPlan === undefined ? {} : { isPlan, planAnswers: [...(draft.planAnswers ?? [])] }
  const sign = decimalSign === undefined ? {} : { decimalSign }
  const meanings = draft.valueMeanings?.length ? { valueMeanings: [...draft.valueMeanings] } : {}
  const others = { chained, ...sign, ...creates, ...plan, ...meanings, calendars: [...calendars] }
  return { ...table, columns: projectColumns(columns), ...others }
}

/** Options that the reader can change besides the cells. */
export type DraftChoice = Partial<
  Pick<
    ImportDraft,
    | 'columns'
    | 'dateOrder'
    | 'decimalSign'
    | 'chained'
    | 'createsWorkCenters'
    | 'calendars'
    | 'centerMeanings'
    | 'planAnswers'
    | 'valueMeanings'
  >
>

/** A table that was read, with answers that are known already. */
export type DraftStart = ReadTable & Pick<ImportDraft, 'centerMeanings' | 'planAnswers' | 'valueMeanings'>

/** The order of day and month that the reader uses. */
export const useUsualOrder = (): DayOrder => (useDateSettings().dateFormat === 'dd/MM/yyyy' ? 'dmy' : 'mdy')

/** A table that the reader checks and corrects. Each change of it is checked again on the server. */
export function useImportDraft(kind: ImportKind, start: DraftStart | null = null) {
  const usualOrder = useUsualOrder()
  const [draft, setDraft] = useState<ImportDraft | null>(start && { ...start, calendars: [], revision: 0 })
  /** The revision that was read from the source; later revisions contain changes of the reader. */
  const [asRead, setAsRead] = useState(0)
  /** Unique per visit of the page, so that an answer is never applied to another table. */
  const [visit] = useState(() => crypto.randomUUID())
  const revisions = useRef(0)
  const table = tableOf(kind, draft ?? emptyDraft, usualOrder)
  const check = useQuery({
    ...importPreviewQuery(table, `${visit} ${draft?.revision}`),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  })
  const preview = draft === null ? undefined : check.data
  const change = useCallback((by: (before: ImportDraft) => ImportDraft) => {
    revisions.current += 1
    const revision = revisions.current
    setDraft((before) => before && { ...by(before), revision })
  }, [])
  return {
    visit,
    draft,
    /** A new value for each table that is read. */
    asRead,
    preview,
    rows: useMemo(() => (draft ? importRows(draft, preview) : []), [draft, preview]),
    /** True if the preview belongs to the current table. */
    isChecked: draft !== null && check.isSuccess && !check.isPlaceholderData,
    /** True if the reader has changed the table since it was read. */
    isChanged: draft !== null && draft.revision > asRead,
    checkProblem: check.isError ? errorSentence(check.error) : null,
    recheck: () => void check.refetch(),
    /** The table as it is checked and imported. */
    table,
    /** Takes another table in place of the present one. */
    take: (next: DraftStart) => {
      revisions.current += 1
      setAsRead(revisions.current)
      setDraft({ ...next, calendars: [], revision: revisions.current })
    },
    clear: () => setDraft(null),
    choose: useCallback((choice: DraftChoice) => change((before) => ({ ...before, ...choice })), [change]),
    chooseCalendar: (calendar: ImportCalendar, isChosen: boolean) =>
      change((before) => withCalendar(before, calendar, isChosen)),
    setCell: useCallback(
      (index: number, column: number, text: string) => change((before) => withCell(before, index, column, text)),
      [change],
    ),
    remove: (indexes: ReadonlySet<number>) => change((before) => withoutRows(before, indexes)),
  }
}
export type CheckedDraft = ReturnType<typeof useImportDraft>
