import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { proposalQuery } from '#web/api/proposals.queries.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ProjectEffects } from '#web/components/scheduling-run/run-effects.tsx'
import { PlanFindings } from '#web/components/scheduling-run/run-findings.tsx'
import { comparedFigure } from '#web/components/scheduling-run/run-sentences.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProposalActions } from './proposal-actions.tsx'
import { CompareWith, ProposalComparison } from './proposal-comparison.tsx'
import { ProposalMoves } from './proposal-moves.tsx'
import type { ProposalSearch } from './proposal-search.ts'
import { ProposalState } from './proposal-state.tsx'
import { changeLines, methodWords, outcomeWords, proposalTitle } from './proposal-words.ts'
import { StateChip } from './state-chip.tsx'

type ProposalScreenProps = {
  proposalId: string
  search: ProposalSearch
  onSearch: (search: ProposalSearch) => void
}

/** One proposal: what it changes, what that would do to projects and operations, and the buttons that decide about it. */
export function ProposalScreen({ proposalId, search, onSearch }: ProposalScreenProps) {
  const { data: proposal } = useSuspenseQuery(proposalQuery(proposalId))
  const outcome = outcomeWords(proposal)
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
        title={proposalTitle(proposal)}
        meta={<StateChip state={proposal.state} />}
        actions={<ProposalActions proposal={proposal} />}
      />
      <ProposalState proposal={proposal} />
      <div className="grid min-h-0 grow content-start gap-4 overflow-auto px-5 pb-5 max-md:px-4 xl:grid-cols-[1fr_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <p className="font-semibold text-lead">{outcome}</p>
          {search.compare ? (
            <ProposalComparison proposal={proposal} otherId={search.compare} />
          ) : (
            <Consequences proposal={proposal} />
          )}
        </div>
        <Facts proposal={proposal} search={search} onSearch={onSearch} />
      </div>
    </>
  )
}

function Consequences({ proposal }: { proposal: ProposalDetails }) {
  const { effect, projects, unplacedOperations, warningCount } = proposal
  return (
    <>
      <ProjectEffects title="What it would change" effect={effect} projects={projects} />
      <PlanFindings {...{ unplacedOperations }} warnings={warningCount} result={proposal} />
      <ProposalMoves proposal={proposal} />
    </>
  )
}

function Facts({
  proposal,
  search,
  onSearch,
}: Omit<ProposalScreenProps, 'proposalId'> & { proposal: ProposalDetails }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const lines = changeLines(proposal, { dates, nowMs })
  return (
    <Panel title="Changes" className="self-start">
      <div className="flex flex-col gap-3 p-3">
        {lines.length === 0 ? (
          <p className="text-ink-2">No change of the data. Only the plan would change.</p>
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
        <p className="text-ink-2">{methodWords[proposal.method]}</p>
        <p className="text-ink-2 tabular-nums">
          {comparedFigure('Late projects', proposal.lateProjects, proposal.lateProjectsBefore)}{' '}
          {comparedFigure('Late days', proposal.lateDays, proposal.lateDaysBefore)}{' '}
          {formatNumber(proposal.movedOperations)} operations move.
        </p>
        <p className="text-ink-3 text-label">
          Computed {formatDateTime(proposal.computedAt, dates, nowMs)} for {proposal.createdBy}
        </p>
        <CompareWith proposal={proposal} value={search.compare} onChange={(compare) => onSearch({ compare })} />
      </div>
    </Panel>
  )
}
