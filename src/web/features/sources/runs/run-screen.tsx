import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { DataSource, SourceRun, SourceRunDetails } from '#contract/data-sources.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { decideRunMutation } from '#web/api/integrations/data-sources.mutations.ts'
import { sourceRunQuery } from '#web/api/integrations/data-sources.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { outcomeLook, resultWords, shareWords, triggerWords } from '../source-words.ts'
import type { OnSourcesSearch } from '../sources-search.ts'
import { useLostFocus } from '../use-lost-focus.ts'
import { Doubts } from './doubts.tsx'
import { ChangesPanel, KeptPanel, VanishedPanel } from './run-lists.tsx'
import { UndoRun } from './undo-run.tsx'

type RunProps = { source: DataSource; details: SourceRunDetails; dates: DateSettings; onSearch: OnSourcesSearch }

/** Why a decision came too late; null if the server's sentence says it better. */
const lateWords = ({ outcome, decidedBy }: SourceRun): string | null => {
  if (outcome === 'superseded') return 'A newer file has replaced this run, so your decision was not needed.'
  return decidedBy && `${decidedBy} has already ${outcome === 'dismissed' ? 'dismissed' : 'applied'} this run.`
}

/** What a waiting run would change, to be applied or dismissed. */
function Waiting({ source, details }: Pick<RunProps, 'source' | 'details'>) {
  const decide = useMutation(decideRunMutation(useQueryClient()))
  const refusal = useRefusal('importWork')
  const { run, waiting } = details
  if (!waiting) {
    // The run was read again after the refusal, and says who was faster.
    return decide.isError && <Alert kind="info">{lateWords(run) ?? errorSentence(decide.error)}</Alert>
  }
  const { seen, figures } = waiting
  const send = (applies: boolean) =>
    decide.mutate(
      { sourceId: source.sourceId, runId: run.runId, applies, seen },
      { onSuccess: () => announce(applies ? 'The run was applied' : 'The run was dismissed') },
    )
  const asked = decide.isPending ? decide.variables.applies : null
  return (
    <>
      {/* The list below is read again after a refusal. */}
      {decide.isError && <Alert>{errorSentence(decide.error)}</Alert>}
      <Alert kind="warning">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {shareWords(figures.changedPercent, source.rules.mostChangedPercent)} Nothing is changed until you apply it.
          </span>
          <span className="flex gap-2">
            <Button size="small" busy={asked === false} disabledReason={refusal} onClick={() => send(false)}>
              Dismiss
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={asked === true}
              busyLabel="Applying…"
              disabledReason={refusal}
              onClick={() => send(true)}
            >
              Apply
            </Button>
          </span>
        </span>
      </Alert>
    </>
  )
}

function Details({ source, details, dates, onSearch }: RunProps) {
  const { run, doubts, keptOurs, vanished, waiting } = details
  const { startedAt, trigger, fileName, decidedBy, outcome } = run
  const by = decidedBy !== null && ` ${outcome === 'dismissed' ? 'Dismissed' : 'Applied'} by ${decidedBy}.`
  const words = resultWords(waiting ? { ...run, figures: waiting.figures } : run)
  return (
    <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
      <p className="text-ink-2">
        {formatShortDateTime(startedAt, dates)}, {triggerWords[trigger]}
        {fileName && (
          <>
            , <span className="break-words">{fileName}</span>
          </>
        )}
        {words && (
          <>
            {': '}
            <span className="text-ink">{words}</span>
          </>
        )}
        {words.endsWith('.') || words === '' ? '' : '.'}
        {by}
      </p>
      <Waiting source={source} details={details} />
      {doubts && <Doubts key={run.runId} source={source} run={run} doubts={doubts} onSearch={onSearch} />}
      {waiting && <ChangesPanel changes={waiting.changes} />}
      {vanished.length > 0 && <VanishedPanel vanished={vanished} isAhead={waiting !== null} />}
      {keptOurs.length > 0 && <KeptPanel kept={keptOurs} />}
    </div>
  )
}

type RunScreenProps = { source: DataSource; runId: string; dates: DateSettings; onSearch: OnSourcesSearch }

/** One run of a data source: what it changed, and what of it needs a person. */
export function RunScreen({ source, runId, dates, onSearch }: RunScreenProps) {
  const { sourceId, name } = source
  const query = useQuery(sourceRunQuery(sourceId, runId))
  const run = query.data?.run
  // The buttons of a waiting run go with its decision.
  useLostFocus(run?.outcome ?? null)
  const look = run && outcomeLook(run)
  return (
    <>
      <PageHead
        back={
          <IconButton icon={<ArrowLeft />} label={`Back to ${name}`} onClick={() => onSearch({ source: sourceId })} />
        }
        title={`Run of ${name}`}
        meta={look && <Mark kind={look.kind}>{look.word}</Mark>}
        actions={run && <UndoRun run={run} dates={dates} />}
      />
      <Loaded query={query}>
        {(details) => <Details source={source} details={details} dates={dates} onSearch={onSearch} />}
      </Loaded>
    </>
  )
}
