import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ProposalDetails } from '#contract/proposals.ts'
import type { RunProject } from '#contract/run-results.ts'
import type { WorkingTimeChange } from '#contract/working-time.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { createProposalMutation, discardProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { LoadTable } from '#web/components/proposals/load-table.tsx'
import { changesNothing, outcomeWords, withoutForecast } from '#web/components/proposals/outcome-words.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LateIcon, OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const listed = 5

const names = (projects: readonly RunProject[], count: number): string => {
  const shown = projects.slice(0, listed).map(({ projectNumber, projectName }) => `#${projectNumber} ${projectName}`)
  return `${shown.join(', ')}${count > shown.length ? ` and ${formatNumber(count - shown.length)} more` : ''}`
}

/** The sentence for new closed days that move nothing; null for any other change. */
const untouchedWords = (change: WorkingTimeChange): string | null => {
  if (change.kind !== 'holidays' && (change.kind !== 'holiday' || change.holidayId !== null)) return null
  const [first, ...others] = change.kind === 'holidays' ? change.holidays : change.holiday ? [change.holiday] : []
  if (!first) return null
  const work = first.categoryId ? 'No scheduled work of this work center' : 'No scheduled work'
  if (others.length > 0 || first.rule) return `${work} is on these days.`
  return `${work} is ${first.fromMinute == null ? 'on this day' : 'in these hours'}.`
}

/** '2 projects would become late, 37 operations would move.' and which projects. */
function Outcome({ proposal, untouched }: { proposal: ProposalDetails; untouched: string | null }) {
  const { projects, effect, loads, loadsFrom } = proposal
  const ofKind = (wanted: RunProject['kind']) => projects.filter(({ kind }) => kind === wanted)
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{changesNothing(proposal) && untouched ? untouched : outcomeWords(proposal)}</p>
      {effect.becameLate > 0 && (
        <p className="flex items-start gap-1.5 text-crit-text">
          <LateIcon className="mt-0.5 size-4 shrink-0" />
          Late: {names(ofKind('becameLate'), effect.becameLate)}
        </p>
      )}
      {effect.recovered > 0 && (
        <p className="flex items-start gap-1.5 text-ok-text">
          <OnTimeIcon className="mt-0.5 size-4 shrink-0" />
          On time: {names(ofKind('recovered'), effect.recovered)}
        </p>
      )}
      {effect.noDate > 0 && (
        <p className="text-crit-text">{formatCount(effect.noDate, 'project')} could not be scheduled completely.</p>
      )}
      {changesNothing(proposal) && !untouched && (
        <p className="text-ink-2">
          Work centers keep their order. Try it first to see what scheduling again would gain.
        </p>
      )}
      <LoadTable loads={loads} fromAt={loadsFrom} />
    </div>
  )
}

/** A proposal with an unsaved change. It is discarded with the dialog, unless its page was opened. */
const useProposed = (change: WorkingTimeChange, onKnown: () => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const opened = useRef<string | null>(null)
  const known = useRef(onKnown)
  const { mutateAsync, data, error } = useMutation({ ...createProposalMutation(client), meta: { handled: true } })
  const { mutate: discard } = useMutation({ ...discardProposalMutation(client), meta: { handled: true } })
  const key = JSON.stringify(change)
  useEffect(() => {
    const unwanted = new AbortController()
    const changes = [JSON.parse(key) as WorkingTimeChange]
    const proposed = mutateAsync({ changes, method: 'keepSequence', signal: unwanted.signal })
    proposed.catch(() => undefined).finally(() => known.current())
    return () => {
      unwanted.abort()
      void proposed.then(
        ({ proposalId }) => opened.current === proposalId || discard(proposalId),
        () => undefined,
      )
    }
  }, [key, mutateAsync, discard])
  const open = ({ proposalId }: ProposalDetails): void => {
    opened.current = proposalId
    // A form that is still open would ask about its typed text, which is now part of the proposal.
    void navigate({ to: '/proposals/$proposalId', params: { proposalId }, ignoreBlocker: true })
  }
  return { proposal: data, error, open }
}

/** Shows what an unsaved change would do to the plan. `onKnown` is called when the result, or its failure, is on screen. */
export function ChangeEffect({
  change,
  onKnown = () => undefined,
}: {
  change: WorkingTimeChange
  onKnown?: () => void
}) {
  const { proposal, error, open } = useProposed(change, onKnown)
  return (
    <section aria-label="What this change does" className="flex flex-col gap-2">
      <span className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">What this change does</h3>
        <Button
          size="small"
          disabledReason={!proposal && 'Calculating the effect'}
          onClick={() => proposal && open(proposal)}
        >
          Try first
        </Button>
      </span>
      {error ? (
        <Alert kind="warning">{errorSentence(error)}</Alert>
      ) : proposal ? (
        <Outcome proposal={withoutForecast(proposal)} untouched={untouchedWords(change)} />
      ) : (
        <div role="status" className="flex flex-col gap-1.5">
          <span className="text-ink-3">Calculating the effect…</span>
          <Skeleton className="h-16 w-full" />
        </div>
      )}
    </section>
  )
}
