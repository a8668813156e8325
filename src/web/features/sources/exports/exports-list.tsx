import { Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import { iconActions } from '#web/components/data-list/icon-actions.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { Mark } from '#web/ui/mark.tsx'
import { scheduleWords } from '../source-words.ts'
import { contentWords, problemLook, sentWords, targetWords } from './export-words.ts'

export interface ExportActions {
  readonly send: (of: ScheduledExport) => void
  readonly pause: (of: ScheduledExport) => void
  readonly change: (of: ScheduledExport) => void
  readonly remove: (of: ScheduledExport) => void
}

interface Scene extends ExportActions {
  readonly dates: DateSettings
}

const { display } = listColumns<ScheduledExport, Scene>()

const box = (children: string) => ({ className: 'py-1.5 text-ink-2', children })

const problemOf = (of: ScheduledExport) => {
  const look = problemLook(of)
  return (
    look && (
      <Mark kind={look.kind} className="whitespace-normal!">
        {look.word}
      </Mark>
    )
  )
}

const lastSentWords = (of: ScheduledExport, dates: DateSettings): string =>
  of.sentAt === null ? 'Not sent yet' : `Sent ${formatShortDateTime(of.sentAt, dates)}, ${sentWords(of)}`

const columns: readonly ListColumn<ScheduledExport, Scene>[] = [
  display({
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      plain: (of, { dates }) => ({
        className: 'py-1.5',
        children: (
          <>
            <span className="break-words font-semibold">{of.name}</span>
            <span className="block text-ink-3 text-label">
              {contentWords(of)} · {of.createdBy}
            </span>
            <span className="block text-ink-3 text-label lg:hidden">
              {targetWords(of.target)} · {of.isPaused ? 'Paused' : scheduleWords(of.schedule, dates.timeFormat)}
            </span>
            <span className="block text-ink-3 text-label md:hidden">{lastSentWords(of, dates)}</span>
            <span className="block lg:hidden">{problemOf(of)}</span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'target',
    header: 'Where to',
    meta: { classes: 'max-lg:hidden', plain: ({ target }) => box(targetWords(target)) },
  }),
  display({
    id: 'schedule',
    header: 'Sent',
    meta: {
      classes: 'max-lg:hidden',
      plain: ({ schedule }, { dates }) => box(scheduleWords(schedule, dates.timeFormat)),
    },
  }),
  display({
    id: 'last',
    header: 'Last sent',
    meta: {
      classes: 'max-md:hidden',
      plain: (of, { dates }) => ({
        className: 'py-1.5',
        children:
          of.sentAt === null ? (
            <span className="text-ink-3">Not yet</span>
          ) : (
            <>
              <span className="whitespace-nowrap">{formatShortDateTime(of.sentAt, dates)}</span>
              <span className="block text-ink-3 text-label">{sentWords(of)}</span>
            </>
          ),
      }),
    },
  }),
  display({
    id: 'next',
    header: 'Next',
    meta: {
      classes: 'max-lg:hidden',
      plain: ({ isPaused, nextAt }, { dates }) =>
        box(isPaused || nextAt === null ? 'Paused' : formatShortDateTime(nextAt, dates)),
    },
  }),
  display({
    id: 'problem',
    header: 'Problem',
    meta: { classes: 'max-lg:hidden', plain: (of) => ({ className: 'py-1.5', children: problemOf(of) }) },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: iconActions((of: ScheduledExport, { send, pause, change, remove }: Scene) => [
      { label: `Send ${of.name} now`, icon: <Send />, onClick: () => send(of) },
      ...(of.isMine
        ? [
            {
              action: 'pause',
              label: of.isPaused ? `Resume ${of.name}` : `Pause ${of.name}`,
              icon: of.isPaused ? <Play /> : <Pause />,
              onClick: () => pause(of),
            },
            { label: `Change ${of.name}`, icon: <Pencil />, onClick: () => change(of) },
            { label: `Delete ${of.name}`, icon: <Trash2 />, onClick: () => remove(of) },
          ]
        : []),
    ]),
  }),
]

const idOf = ({ exportId }: ScheduledExport) => exportId

type ExportsListProps = { exports: readonly ScheduledExport[]; dates: DateSettings; actions: ExportActions }

/** The scheduled exports, each with its last sending, its problem, and what the reader may do with it. */
export function ExportsList({ exports, dates, actions }: ExportsListProps) {
  const table = useListTable({ columns, rows: exports, idOf })
  return <PlainList table={table} scene={{ ...actions, dates }} />
}
