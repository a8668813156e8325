import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { DataSource, SourceRun } from '#contract/data-sources.ts'
import { sourceRunsQuery } from '#web/api/integrations/data-sources.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Chip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RunsList } from './runs/runs-list.tsx'
import { SourceActions } from './source-actions.tsx'
import { SourceFacts } from './source-facts.tsx'
import { keepsFailing, resultWords, shareWords, timesWords } from './source-words.ts'
import type { OnSourcesSearch } from './sources-search.ts'

const RunLink = ({ run, sourceId, children }: { run: SourceRun; sourceId: string; children: string }) => (
  <Link to="/sources" search={{ source: sourceId, run: run.runId }} className={buttonClasses({ size: 'small' })}>
    {children}
  </Link>
)

type NeedsProps = { source: DataSource; runs: readonly SourceRun[]; dates: DateSettings }

/** What of the data source needs a person, each with the way to it. */
function Needs({ source, runs, dates }: NeedsProps) {
  const { sourceId, failures, lastRun, waitingRunId, rules } = source
  const waiting = runs.find(({ runId }) => runId === waitingRunId)
  const doubtful = runs.filter(({ runId, openDoubts }) => openDoubts > 0 && runId !== waitingRunId)
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {keepsFailing(source) && (
        <Alert>
          Failed {timesWords(failures)} in a row. {lastRun && resultWords(lastRun)}
        </Alert>
      )}
      {waiting && (
        <Alert kind="warning">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              The run of {formatShortDateTime(waiting.startedAt, dates)} waits for you.{' '}
              {waiting.figures && shareWords(waiting.figures.changedPercent, rules.mostChangedPercent)}
              {waiting.openDoubts > 0 && ` ${formatCount(waiting.openDoubts, 'row')} could not be understood.`}
            </span>
            <RunLink run={waiting} sourceId={sourceId}>
              Review
            </RunLink>
          </span>
        </Alert>
      )}
      {doubtful.map((run) => (
        <Alert key={run.runId} kind="warning">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {formatCount(run.openDoubts, 'row')} of {run.fileName} could not be understood.
            </span>
            <RunLink run={run} sourceId={sourceId}>
              Correct
            </RunLink>
          </span>
        </Alert>
      ))}
    </div>
  )
}

type SourcePageProps = { source: DataSource; dates: DateSettings; onSearch: OnSourcesSearch }

/** One data source: what needs a person, its settings in words, and its runs. */
export function SourcePage({ source, dates, onSearch }: SourcePageProps) {
  const { sourceId, name, isPaused } = source
  const runs = useQuery(sourceRunsQuery(sourceId))
  return (
    <>
      <PageHead
        back={<IconButton icon={<ArrowLeft />} label="Back to data sources" onClick={() => onSearch({})} />}
        title={name}
        meta={isPaused && <Chip>Paused</Chip>}
        actions={
          <SourceActions
            source={source}
            onEdit={() => onSearch({ source: sourceId, edit: 'source' })}
            onDeleted={() => onSearch({})}
          />
        }
      />
      <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
        <Needs source={source} runs={runs.data ?? []} dates={dates} />
        <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-4 max-lg:grid-cols-1">
          <Panel title="Runs">
            <Loaded query={runs}>
              {(list) =>
                list.length === 0 ? (
                  <p className="p-3 text-ink-3">
                    None yet. {source.origin.kind === 'pushed' && 'The first one starts when a file is sent.'}
                  </p>
                ) : (
                  <RunsList runs={list} dates={dates} sourceId={sourceId} />
                )
              }
            </Loaded>
          </Panel>
          <SourceFacts source={source} dates={dates} />
        </div>
      </div>
    </>
  )
}
