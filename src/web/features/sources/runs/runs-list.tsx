import { Link } from '@tanstack/react-router'
import type { SourceRun } from '#contract/data-sources.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Mark } from '#web/ui/mark.tsx'
import { outcomeLook, resultWords, triggerWords } from '../source-words.ts'
import { UndoRun } from './undo-run.tsx'

interface Scene {
  dates: DateSettings
  sourceId: string
}

const { display } = listColumns<SourceRun, Scene>()

const columns: readonly ListColumn<SourceRun, Scene>[] = [
  display({
    id: 'at',
    header: 'When',
    meta: {
      namesRow: true,
      plain: ({ runId, startedAt, trigger, fileName }, { dates, sourceId }) => ({
        className: 'py-1.5',
        children: (
          <>
            <Link
              to="/sources"
              search={{ source: sourceId, run: runId }}
              className="whitespace-nowrap text-primary-text hover:underline"
            >
              {formatShortDateTime(startedAt, dates)}
            </Link>
            <span className="block break-words text-ink-3 text-label">
              {triggerWords[trigger]}
              {fileName && `, ${fileName}`}
            </span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'outcome',
    header: 'Outcome',
    meta: {
      classes: 'w-full max-w-0',
      plain: (run) => ({
        className: 'py-1.5',
        children: (
          <>
            <Mark kind={outcomeLook(run).kind}>{outcomeLook(run).word}</Mark>
            <span className="block break-words text-ink-2">{resultWords(run)}</span>
            {run.openDoubts > 0 && (
              <span className="block text-ink-3 text-label">
                {formatCount(run.openDoubts, 'doubtful row')} still {run.openDoubts === 1 ? 'waits' : 'wait'}
              </span>
            )}
          </>
        ),
      }),
    },
  }),
  display({
    id: 'undo',
    header: 'Undo',
    // On a phone it is on the page of the run.
    meta: {
      hiddenHead: true,
      end: true,
      classes: 'max-md:hidden',
      plain: (run, { dates }) => <UndoRun run={run} dates={dates} />,
    },
  }),
]

const idOf = ({ runId }: SourceRun) => runId

/** The runs of a data source, newest first. */
export function RunsList({ runs, ...scene }: { runs: readonly SourceRun[] } & Scene) {
  const table = useListTable({ columns, rows: runs, idOf })
  return <PlainList table={table} scene={scene} />
}
