import { createFileRoute } from '@tanstack/react-router'
import { loadProposal } from '#web/features/proposals/load-proposal.ts'
import { ProposalError } from '#web/features/proposals/proposal-error.tsx'
import { ProposalScreen } from '#web/features/proposals/proposal-screen.tsx'
import { ProposalSearch } from '#web/features/proposals/proposal-search.ts'
import { ProposalSkeleton } from '#web/features/proposals/proposal-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/proposals/$proposalId')({
  staticData: { transition: 'slideLeft' },
  validateSearch: ProposalSearch,
  loader: ({ context, params }) => loadProposal(context.queryClient, params.proposalId),
  component: ProposalPage,
  pendingComponent: ProposalSkeleton,
  errorComponent: ProposalError,
})

function ProposalPage() {
  const { proposalId } = Route.useParams()
  const navigate = Route.useNavigate()
  const change = (search: ProposalSearch) => void navigate({ search, replace: true, resetScroll: false })
  return <ProposalScreen key={proposalId} proposalId={proposalId} search={Route.useSearch()} onSearch={change} />
}
