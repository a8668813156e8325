import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { refreshProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { proposalQuery } from '#web/api/schedule/proposals.queries.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { LoadTable } from '#web/components/proposals/load-table.tsx'
import { gainlessWords, outcomeWords } from '#web/components/proposals/outcome-words.ts'
import { changeLines, methodWords, notMine, proposalTitle } from '#web/components/proposals/proposal-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ProjectEffects } from '#web/components/scheduling-run/run-effects.tsx'
import { PlanFindings } from '#web/components/scheduling-run/run-findings.tsx'
import { RunSection } from '#web/components/scheduling-run/run-section.tsx'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { ConsequencesPrint } from './consequences-print.tsx'
import { helpedWords } from './helped-words.ts'
import { ProposalActions } from './proposal-actions.tsx'
import { CompareWith, ProposalComparison } from './proposal-comparison.tsx'
import { ProposalMoves } from './proposal-moves.tsx'
import { ProposalRequestState } from './proposal-request.tsx'
import type { ProposalSearch } from './proposal-search.ts'
import { ProposalState } from './proposal-state.tsx'
import { StateChip } from './state-chip.tsx'

type ProposalScreenProps = {
  proposalId: string
  search: ProposalSearch
  onSearch: (search: ProposalSearch) => void
}

/** One proposal: its changes, their effect on projects and operations, and the buttons that decide about it. */
export function ProposalScreen({ proposalId, search, onSearch }: ProposalScreenProps) {
  const { data: proposal } = useSuspenseQuery(proposalQuery(proposalId))
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const gainless = gainlessWords(proposal)
  const helped = helpedWords(proposal, { dates, nowMs })
  const outcome = [helped, gainless, outcomeWords(proposal, proposal.state === 'applied' ? 'did' : 'would')]
    .filter((words) => words !== null)
    .join(' ')
  useEffect(() => announce(outcome), [outcome])
  return (
    <>
      <PageHead
        back={
          <span className="flex items-center gap-1.5">
            <Link to="/proposals" className="text-primary-text hover:underline">
              Proposals
            </Link>
            <ChevronRight aria-hidden="true" className="size-3.5 text-ink-3" />
          </span>
        }
        title={proposalTitle(proposal, { dates, nowMs })}
        meta={<StateChip state={proposal.state} />}
        actions={
          <>
            <PrintMenu />
            <ProposalActions proposal={proposal} />
          </>
        }
      />
      <ProposalState proposal={proposal} />
      <ProposalRequestState proposal={proposal} />
      <div className="flex min-h-0 max-w-280 grow flex-col gap-4 px-5 pb-5 max-md:px-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lead">
          {outcome}
          {proposal.moves.length > 0 && proposal.state !== 'applied' && (
            <Link to="/schedule" search={{ proposal: proposalId }} className={buttonClasses({ size: 'small' })}>
              Show on the Gantt
            </Link>
          )}
        </p>
        <Figures proposal={proposal} />
        <Method proposal={proposal} />
        <CompareWith proposal={proposal} value={search.compare} onChange={(compare) => onSearch({ compare })} />
        {search.compare ? (
          <ProposalComparison proposal={proposal} otherId={search.compare} />
        ) : (
          <Consequences proposal={proposal} />
        )}
        <Changes proposal={proposal} />
        {!search.compare && <Findings proposal={proposal} />}
      </div>
    </>
  )
}

function Consequences({ proposal }: { proposal: ProposalDetails }) {
  const { effect, projects, state } = proposal
  return (
    <>
      <ProjectEffects isDone={state === 'applied'} isWhole effect={effect} projects={projects} />
      <ProposalMoves proposal={proposal} />
      <ConsequencesPrint proposal={proposal} />
      {proposal.loads.length > 0 && (
        <RunSection title="Load of work centers">
          <div className="px-3 py-2">
            <LoadTable loads={proposal.loads} fromAt={proposal.loadsFrom} />
          </div>
        </RunSection>
      )}
    </>
  )
}

const Findings = ({ proposal }: { proposal: ProposalDetails }) => (
  <PlanFindings
    unplacedOperations={proposal.unplacedOperations}
    unplacedBefore={proposal.unplacedOperationsBefore}
    warnings={proposal.warningCount}
    result={proposal}
    isWhole
  />
)

const methods = [
  { value: 'keepSequence', label: 'Keep the order' },
  { value: 'optimize', label: 'Schedule again' },
] as const

/** The planning method. Another choice computes the proposal again. */
function Method({ proposal }: { proposal: ProposalDetails }) {
  const refresh = useMutation(refreshProposalMutation(useQueryClient()))
  const { proposalId, version, method, state, changes, isMine } = proposal
  const toTry = useRefusal('tryPlans')
  const isOpen = state !== 'applied' && changes.length > 0
  return (
    <div className="flex flex-col gap-1.5">
      {isOpen && (
        <SegmentedControl
          label="Planning method"
          className="self-start"
          segments={methods}
          value={refresh.isPending ? (refresh.variables.method ?? method) : method}
          disabledReason={toTry ?? (!isMine && notMine)}
          onChange={(chosen) => chosen !== method && refresh.mutate({ proposalId, version, method: chosen })}
        />
      )}
      <p className="text-ink-2">{refresh.isPending ? 'Computing…' : methodWords[method]}</p>
    </div>
  )
}

const Figure = ({ label, after, before }: { label: string; after: number | null; before: number | null }) => (
  <div className="flex min-w-0 flex-col gap-1 border-line-2 px-4 py-3 not-first:border-l max-md:px-3">
    <dt className="text-ink-2">{label}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <b className="text-figure">{formatNumber(after)}</b>{' '}
      {before !== null && (
        <span className="text-ink-3 text-label">
          {after === before ? 'unchanged' : `instead of ${formatNumber(before)}`}
        </span>
      )}
    </dd>
  </div>
)

/** The plan as a whole, before and after. */
const Figures = ({ proposal }: { proposal: ProposalDetails }) => (
  <dl aria-label="The plan as a whole" className="grid grid-cols-3 rounded border border-line-2 bg-surface">
    <Figure label="Late projects" after={proposal.lateProjects} before={proposal.lateProjectsBefore} />
    <Figure label="Late days" after={proposal.lateDays} before={proposal.lateDaysBefore} />
    <Figure label="Not scheduled" after={proposal.unplacedOperations} before={proposal.unplacedOperationsBefore} />
  </dl>
)

/** The data changes of the proposal, one sentence each. */
function Changes({ proposal }: { proposal: ProposalDetails }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const lines = changeLines(proposal, { dates, nowMs })
  return (
    <Panel title="Changes">
      <div className="flex flex-col gap-3 p-3">
        {lines.length === 0 ? (
          <p className="text-ink-2">
            No data changes. Only the plan {proposal.state === 'applied' ? 'changed' : 'would change'}.
          </p>
        ) : (
          <ul aria-label="Changes" className="flex flex-col gap-2">
            {lines.map(({ subject, words, change }) => (
              <li key={JSON.stringify(change)}>
                <span className="block font-semibold">{subject}</span>
                <span className="text-ink-2">{words}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="text-ink-3 text-label">
          Computed {formatShortDateTime(proposal.computedAt, dates, nowMs)} for {proposal.createdBy}
        </p>
      </div>
    </Panel>
  )
}
