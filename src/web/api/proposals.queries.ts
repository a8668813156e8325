import { queryOptions } from '@tanstack/react-query'
import { getProposal, listProposals } from '#contract/proposals.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** The proposals that were kept under a name. */
export const proposalsQuery = () =>
  queryOptions({
    queryKey: tenantKey('proposals', 'list'),
    queryFn: ({ signal }) => call(listProposals, {}, { signal }),
  })

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: tenantKey('proposals', 'one', proposalId),
    queryFn: ({ signal }) => call(getProposal, { params: { proposalId } }, { signal }),
  })
