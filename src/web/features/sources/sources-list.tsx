import { Link } from '@tanstack/react-router'
import type { DataSource } from '#contract/data-sources.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { Mark } from '#web/ui/mark.tsx'
import { keepsFailing, needsOf, nextRunWords, originWords, outcomeLook, scheduleWords } from './source-words.ts'

interface Scene {
  dates: DateSettings
}

const { display } = listColumns<DataSource, Scene>()

const needs = (source: DataSource) => {
  const words = needsOf(source)
  return (
    words.length > 0 && (
      <Mark kind={keepsFailing(source) ? 'late' : 'projectedLate'} className="whitespace-normal!">
        {words.join(', ')}
      </Mark>
    )
  )
}

const box = (children: string) => ({ className: 'py-1.5 text-ink-2', children })

const columns: readonly ListColumn<DataSource, Scene>[] = [
  display({
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      plain: (source, { dates }) => ({
        className: 'py-1.5',
        children: (
          <>
            <Link
              to="/sources"
              search={{ source: source.sourceId }}
              className="break-words font-semibold text-primary-text hover:underline"
            >
              {source.name}
            </Link>
            <span className="block text-ink-3 text-label lg:hidden">
              {originWords(source.origin)} ·{' '}
              {source.isPaused ? 'Paused' : scheduleWords(source.schedule, dates.timeFormat)}
            </span>
            <span className="block lg:hidden">{needs(source)}</span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'origin',
    header: 'Where from',
    meta: { classes: 'max-lg:hidden', plain: ({ origin }) => box(originWords(origin)) },
  }),
  display({
    id: 'schedule',
    header: 'Runs',
    meta: {
      classes: 'max-lg:hidden',
      plain: ({ schedule }, { dates }) => box(scheduleWords(schedule, dates.timeFormat)),
    },
  }),
  display({
    id: 'last',
    header: 'Last run',
    meta: {
      // On narrow screens it is the last column, with the room of one at the edge.
      classes: 'max-md:px-4',
      plain: ({ lastRun }, { dates }) => ({
        className: 'py-1.5',
        children: lastRun ? (
          <>
            <Mark kind={outcomeLook(lastRun).kind}>{outcomeLook(lastRun).word}</Mark>
            <span className="block whitespace-nowrap text-ink-3 text-label">
              {formatShortDateTime(lastRun.startedAt, dates)}
            </span>
          </>
        ) : (
          <span className="text-ink-3">None yet</span>
        ),
      }),
    },
  }),
  display({
    id: 'next',
    header: 'Next run',
    meta: { classes: 'max-lg:hidden', plain: (source, scene) => box(nextRunWords(source, scene.dates)) },
  }),
  display({
    id: 'needs',
    header: 'Needs a person',
    meta: { classes: 'max-lg:hidden', plain: (source) => ({ className: 'py-1.5', children: needs(source) }) },
  }),
]

const idOf = ({ sourceId }: DataSource) => sourceId

/** The data sources of the organization, each with its last run and what needs a person. */
export function SourcesList({ sources, dates }: { sources: readonly DataSource[]; dates: DateSettings }) {
  const table = useListTable({ columns, rows: sources, idOf })
  return <PlainList table={table} scene={{ dates }} />
}
