import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { movedWords } from '#domain/scheduling/moved-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Toggle } from '#web/ui/toggle.tsx'
import { ApplyButton } from './apply-button.tsx'
import { proposalTitle } from './proposal-words.ts'

interface ProposalStripProps {
  readonly proposal: ProposalDetails
  /** Whether only the operations that it moves are shown. */
  readonly onlyChanges: boolean
  readonly onOnlyChanges: (only: boolean) => void
  readonly onClose: () => void
}

/** Shown above the schedule: which proposal's moves are drawn, with a link back to it and the button that applies it. */
export function ProposalStrip({ proposal, onlyChanges, onOnlyChanges, onClose }: ProposalStripProps) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { proposalId, movedOperations: moved, movedAsForecast: asForecast = 0, moves } = proposal
  const isPart = moves.length < moved - asForecast
  const drawn = isPart ? `the new dates of the ${formatNumber(moves.length)} that move furthest` : 'the new dates'
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-primary-tint px-5 py-1 max-md:px-4"
    >
      <span className="min-w-0 grow basis-50">
        <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-primary-text hover:underline">
          {proposalTitle(proposal, { dates, nowMs })}
        </Link>
        : {movedWords({ moved, asForecast }, 'would')}.<span className="max-md:hidden"> Dashed bars show {drawn}.</span>
        <span className="md:hidden"> Use a wider screen to see them.</span>
      </span>
      <Toggle
        label="Only what changes"
        checked={onlyChanges}
        onChange={(event) => onOnlyChanges(event.target.checked)}
      />
      {proposal.state !== 'applied' && <ApplyButton size="small" proposal={proposal} onApplied={onClose} />}
      <IconButton size="small" icon={<X />} label="Hide the proposal" onClick={onClose} />
    </div>
  )
}
