import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { proposalsQuery } from '#web/api/schedule/proposals.queries.ts'
import { PrintMenu } from '#web/components/print/print-menu.tsx'
import { outcomeWords } from '#web/components/proposals/outcome-words.ts'
import { PreviewButton } from '#web/components/proposals/preview-button.tsx'
import { listedTitle } from '#web/components/proposals/proposal-words.ts'
import { askedWords } from '#web/components/proposals/request-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ProposalsPrint } from './proposals-print.tsx'
import { StateChip } from './state-chip.tsx'

/** The named proposals, after those that wait to be applied. */
export function ProposalsScreen() {
  const { data: proposals } = useSuspenseQuery(proposalsQuery())
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  return (
    <>
      <PageHead
        title="Proposals"
        actions={
          <>
            <PrintMenu />
            <PreviewButton />
          </>
        }
      />
      <ProposalsPrint proposals={proposals} dates={dates} />
      <div className="min-h-0 grow overflow-auto border-line-2 border-t bg-surface">
        {proposals.length === 0 ? (
          <EmptyState icon={<ScanSearch />} title="No proposals yet">
            Try a change first, or preview "Schedule all", and keep the result under a name.
          </EmptyState>
        ) : (
          <ul aria-label="Proposals">
            {proposals.map((proposal) => (
              <li key={proposal.proposalId} className="border-line border-b px-5 py-2 max-md:px-4">
                <span className="flex flex-wrap items-center gap-x-3">
                  <Link
                    to="/proposals/$proposalId"
                    params={{ proposalId: proposal.proposalId }}
                    className="font-semibold text-primary-text hover:underline"
                  >
                    {listedTitle(proposal)}
                  </Link>
                  <StateChip state={proposal.state} />
                  {proposal.request && <Chip tone="primary">{askedWords(proposal.request, dates.zone, nowMs)}</Chip>}
                  <span className="ml-auto text-ink-3 text-label tabular-nums max-md:ml-0">
                    {proposal.createdBy}, {formatShortDateTime(proposal.createdAt, dates)}
                  </span>
                </span>
                <span className="text-ink-2">{outcomeWords(proposal)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
