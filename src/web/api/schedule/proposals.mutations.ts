import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  applyProposal,
  askForProposal,
  declineProposal,
  deleteProposal,
  type Proposal,
  type ProposalDetails,
  type ProposalInput,
  postProposal,
  putProposalName,
  refreshProposal,
} from '#contract/proposals.ts'
import { retryBusy } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { proposalQuery, proposalsQuery } from './proposals.queries.ts'

const keep = (client: QueryClient) => (proposal: ProposalDetails) => {
  client.setQueryData(proposalQuery(proposal.proposalId).queryKey, proposal)
  void client.invalidateQueries({ queryKey: tenantKey('proposals', 'floor-entries') })
  return client.invalidateQueries({ queryKey: proposalsQuery().queryKey })
}
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: tenantKey('proposals') })

/** Computes the effect of changes without storing them. The server stops when `signal` is aborted. */
export const createProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ signal, ...body }: ProposalInput & { signal?: AbortSignal }) =>
      call(postProposal, { body }, { ...(signal && { signal }) }),
    retry: retryBusy,
    onSuccess: keep(client),
  })

/** The version of a proposal that the reader saw. */
type Seen = Pick<Proposal, 'proposalId' | 'version'>

/** Computes the proposal again from the current plan. A changed method applies only to the version that the reader saw. */
export const refreshProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, version, method }: Seen & { method?: ProposalInput['method'] }) =>
      call(
        refreshProposal,
        { params: { proposalId }, body: { ...(method && { method }) } },
        method && { ifMatch: version },
      ),
    retry: retryBusy,
    onSuccess: keep(client),
    onError: () => readAgain(client),
  })

/** Names a proposal; an empty name lets it expire. The dialog shows errors. */
export const nameProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, name }: { proposalId: string; name: string }) =>
      call(putProposalName, { params: { proposalId }, body: { name } }),
    onSuccess: () => readAgain(client),
    meta: { handled: true },
  })

/** Applies the version that the reader saw. After a refusal the proposal is read again and shows the current state. */
export const applyProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, version }: Seen) =>
      call(applyProposal, { params: { proposalId } }, { ifMatch: version, idempotencyKey: crypto.randomUUID() }),
    onSettled: () => Promise.all([readAgain(client), invalidateProjects(client)]),
  })

/** Asks for approval of the version that the reader saw. The dialog shows errors. */
export const askForProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, version, note }: Seen & { note: string }) =>
      call(askForProposal, { params: { proposalId }, body: { note } }, { ifMatch: version }),
    onSuccess: keep(client),
    onError: () => readAgain(client),
    meta: { handled: true },
  })

/** Declines a proposal. The dialog shows errors. */
export const declineProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, word }: { proposalId: string; word: string }) =>
      call(declineProposal, { params: { proposalId }, body: { word } }),
    onSuccess: keep(client),
    onError: () => readAgain(client),
    meta: { handled: true },
  })

export const discardProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (proposalId: string) => call(deleteProposal, { params: { proposalId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: proposalsQuery().queryKey }),
  })
