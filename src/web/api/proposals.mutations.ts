import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  applyProposal,
  deleteProposal,
  type ProposalDetails,
  type ProposalInput,
  postProposal,
  putProposalName,
  refreshProposal,
} from '#contract/proposals.ts'
import { retryBusy } from './api-error.ts'
import { call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'
import { proposalQuery, proposalsQuery } from './proposals.queries.ts'
import { tenantKey } from './query-keys.ts'

const keep = (client: QueryClient) => (proposal: ProposalDetails) => {
  client.setQueryData(proposalQuery(proposal.proposalId).queryKey, proposal)
  return client.invalidateQueries({ queryKey: proposalsQuery().queryKey })
}
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantKey('proposals') })

/** Computes what changes would lead to. Stores none of them. The server stops computing when `signal` is aborted. */
export const createProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ signal, ...body }: ProposalInput & { signal?: AbortSignal }) =>
      call(postProposal, { body }, { ...(signal && { signal }) }),
    retry: retryBusy,
    onSuccess: keep(client),
  })

/** Computes it again on the present state, perhaps with the other method. */
export const refreshProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, method }: { proposalId: string; method?: ProposalInput['method'] }) =>
      call(refreshProposal, { params: { proposalId }, body: { ...(method && { method }) } }),
    retry: retryBusy,
    onSuccess: keep(client),
  })

/** An empty name lets the proposal go again. Its dialog shows errors. */
export const nameProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, name }: { proposalId: string; name: string }) =>
      call(putProposalName, { params: { proposalId }, body: { name } }),
    onSuccess: () => readAgain(client),
    meta: { handled: true },
  })

/** A refusal reads the proposal again, which then says that it is out of date. */
export const applyProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (proposalId: string) =>
      call(applyProposal, { params: { proposalId } }, { idempotencyKey: crypto.randomUUID() }),
    onSettled: () => Promise.all([readAgain(client), invalidateProjects(client)]),
  })

export const discardProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (proposalId: string) => call(deleteProposal, { params: { proposalId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: proposalsQuery().queryKey }),
  })
