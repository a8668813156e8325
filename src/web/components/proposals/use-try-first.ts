import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ProposalInput } from '#contract/proposals.ts'
import { createProposalMutation } from '#web/api/proposals.mutations.ts'

/** Computes a proposal and opens its page, where it can be applied or discarded. A toast says why it could not be computed. */
export const useTryFirst = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation(createProposalMutation(client))
  const tryFirst = async (input: ProposalInput): Promise<void> => {
    const proposal = await create.mutateAsync(input).catch(() => null)
    // A form that is still open would ask about its typed text, which the proposal now holds.
    if (proposal) {
      const { proposalId } = proposal
      await navigate({ to: '/proposals/$proposalId', params: { proposalId }, ignoreBlocker: true })
    }
  }
  return { tryFirst, isBusy: create.isPending }
}
