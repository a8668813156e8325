import type { Proposal } from '#contract/proposals.ts'
import type { CallAs, TestAnswer } from './call-as.ts'

/** Applies a proposal as somebody who has seen it in this version. */
export const applyProposal = (
  as: CallAs,
  { proposalId, version }: Pick<Proposal, 'proposalId' | 'version'>,
): Promise<TestAnswer> => as.post(`/proposals/${proposalId}/apply`, undefined, { 'If-Match': String(version) })
