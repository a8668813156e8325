import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReadingChoice } from '#contract/import-sources.ts'
import {
  type DayOrder,
  type ImportCalendar,
  type ImportKind,
  type ImportSource,
  projectColumns,
  settingsColumns,
} from '#contract/imports.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  type AnyTable,
  commitImportMutation,
  importPreviewQuery,
  readImportMutation,
} from '#web/api/files/imports.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { type ImportDraft, importRows, withCalendar, withCell, withoutRows } from './import-rows.ts'

const empty: ImportDraft = {
  format: 'csv',
  header: [''],
  rows: [],
  columns: [],
  dateOrder: 'auto',
  chained: true,
  notes: [],
  foundCalendars: [],
  calendars: [],
  revision: 0,
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

/** The table as it is checked and imported. */
const tableOf = (kind: ImportKind, draft: ImportDraft, usualOrder: DayOrder): AnyTable => {
  const { header, rows, columns, dateOrder, decimalSign, chained, createsWorkCenters, calendars, isPlan } = draft
  const centerMeanings = [...(draft.centerMeanings ?? [])]
  const table = { header, rows, dateOrder, usualOrder, centerMeanings }
  if (kind !== 'projects') return { ...table, kind, columns: settingsColumns(columns) }
  const creates = createsWorkCenters === undefined ? {} : { createsWorkCenters }
  const plan = isPlan === undefined ? {} : { isPlan, planAnswers: [...(draft.planAnswers ?? [])] }
  const sign = decimalSign === undefined ? {} : { decimalSign }
  const others = { chained, ...sign, ...creates, ...plan, calendars: [...calendars] }
  return { ...table, columns: projectColumns(columns), ...others }
}

/** Options that the reader can change besides the cells. */
type Choice = Partial<
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
  >
>

/** The same source with other reading options. Another sheet has another header. */
const sourceWith = (source: ImportSource, choice: ReadingChoice): ImportSource => {
  const { headerRow: _row, headerRows: _rows, ...kept } = source
  return { ...(choice.headerRow === undefined && choice.sheet === undefined ? source : kept), ...choice }
}

/** The state of an import from its source to its result. Each change of the table is checked again on the server. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient()
  const usualOrder = useDateSettings().dateFormat === 'dd/MM/yyyy' ? 'dmy' : 'mdy'
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  const [source, setSource] = useState<ImportSource | null>(null)
  /** The revision that was read from the source; later revisions contain changes of the reader. */
  const [asRead, setAsRead] = useState(0)
  /** Unique per visit of the page, so that an answer is never applied to another table. */
  const [visit] = useState(() => crypto.randomUUID())
  const revisions = useRef(0)
  const reading = useMutation(readImportMutation())
  const committing = useMutation(commitImportMutation(client))
  const shown = draft ?? empty
  const check = useQuery({
    ...importPreviewQuery(tableOf(kind, shown, usualOrder), `${visit} ${shown.revision}`),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  })
  const isChecked = draft !== null && check.isSuccess && !check.isPlaceholderData
  const preview = draft === null ? undefined : check.data
  const change = useCallback((by: (before: ImportDraft) => ImportDraft) => {
    revisions.current += 1
    const revision = revisions.current
    setDraft((before) => before && { ...by(before), revision })
  }, [])
  const read = async (source: ImportSource) => {
    const table = await reading.mutateAsync({ ...source, kind }).catch(() => null)
    if (!table) return
    setSource(source)
    revisions.current += 1
    setAsRead(revisions.current)
    setDraft({ ...table, calendars: [], revision: revisions.current })
    announce(`${formatCount(table.rows.length, 'row')} read`)
  }
  const commit = (leavesOutFailed: boolean) => {
    if (!draft || !preview) return
    // After a lost answer, the same key finds what the first request did.
    const idempotencyKey = `${visit} ${draft.revision} ${leavesOutFailed} ${preview.seen}`
    committing.mutate({ table: tableOf(kind, draft, usualOrder), seen: preview.seen, leavesOutFailed, idempotencyKey })
  }
  const again = () => {
    setDraft(null)
    reading.reset()
    committing.reset()
  }
  return {
    draft,
    /** A new value for each table that is read. */
    asRead,
    preview,
    rows: useMemo(() => (draft ? importRows(draft, preview) : []), [draft, preview]),
    /** True if the preview belongs to the current table. */
    isChecked,
    /** True if the reader has made changes that are not imported yet. */
    hasEdits: draft !== null && draft.revision > asRead && !committing.isSuccess,
    isReading: reading.isPending,
    isCommitting: committing.isPending,
    readProblem: reading.isError ? errorSentence(reading.error) : null,
    checkProblem: check.isError ? errorSentence(check.error) : null,
    commitProblem: committing.isError ? errorSentence(committing.error) : null,
    outcome: committing.data ?? null,
    read,
    readAgain: (choice: ReadingChoice) => source && read(sourceWith(source, choice)),
    recheck: () => void check.refetch(),
    commit,
    again,
    choose: (choice: Choice) => change((before) => ({ ...before, ...choice })),
    chooseCalendar: (calendar: ImportCalendar, isChosen: boolean) =>
      change((before) => withCalendar(before, calendar, isChosen)),
    setCell: useCallback(
      (index: number, column: number, text: string) => change((before) => withCell(before, index, column, text)),
      [change],
    ),
    remove: (indexes: ReadonlySet<number>) => change((before) => withoutRows(before, indexes)),
  }
}
export type Import = ReturnType<typeof useImport>
