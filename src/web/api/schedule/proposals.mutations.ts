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

/** What a reader has seen of a proposal. */
type Seen = Pick<Proposal, 'proposalId' | 'version'>

/** Computes it again on the present state. The other method is given to what the reader has seen. */
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

/** An empty name lets the proposal go again. Its dialog shows errors. */
export const nameProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, name }: { proposalId: string; name: string }) =>
      call(putProposalName, { params: { proposalId }, body: { name } }),
    onSuccess: () => readAgain(client),
    meta: { handled: true },
  })

/** Applies what the reader has seen. A refusal reads the proposal again, which then shows what holds. */
export const applyProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, version }: Seen) =>
      call(applyProposal, { params: { proposalId } }, { ifMatch: version, idempotencyKey: crypto.randomUUID() }),
    onSettled: () => Promise.all([readAgain(client), invalidateProjects(client)]),
  })

/** Asks for what the reader has seen. Its dialog shows errors. */
export const askForProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposalId, version, note }: Seen & { note: string }) =>
      call(askForProposal, { params: { proposalId }, body: { note } }, { ifMatch: version }),
    onSuccess: keep(client),
    onError: () => readAgain(client),
    meta: { handled: true },
  })

/** Its dialog shows errors. */
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
