import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ProposalInput } from '#contract/proposals.ts'
import { createProposalMutation } from '#web/api/schedule/proposals.mutations.ts'

/** Computes a proposal and opens its page, where it can be applied or discarded. If that fails, a toast says why. */
export const useTryFirst = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync: create, isPending: isBusy } = useMutation(createProposalMutation(client))
  const tryFirst = useCallback(
    async (input: ProposalInput): Promise<void> => {
      const proposal = await create(input).catch(() => null)
      // A form that is still open would ask about its typed text, which is now part of the proposal.
      if (proposal) {
        const { proposalId } = proposal
        await navigate({ to: '/proposals/$proposalId', params: { proposalId }, ignoreBlocker: true })
      }
    },
    [create, navigate],
  )
  return { tryFirst, isBusy }
}
