import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Above the schedule: whose moves are drawn, with the way back to the proposal. */
export function ProposalStrip({ proposal, onClose }: { proposal: ProposalDetails; onClose: () => void }) {
  const { proposalId, name, title, movedOperations, moves } = proposal
  const which =
    moves.length < movedOperations
      ? `the ${formatNumber(moves.length)} of ${formatCount(movedOperations, 'operation')} that would move furthest`
      : formatCount(movedOperations, 'operation')
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-primary-tint px-5 py-1 max-md:px-4"
    >
      <span className="min-w-0 grow basis-50">
        <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-primary-text hover:underline">
          {name || title || 'Proposal'}
        </Link>
        <span className="max-md:hidden">: dashed bars show where {which} would be.</span>
        <span className="md:hidden">: {which} would move. A wider screen draws where.</span>
      </span>
      <IconButton size="small" icon={<X />} label="Hide the proposal" onClick={onClose} />
    </div>
  )
}
