import type { Proposal } from '#contract/proposals.ts'
import type { CallAs, TestAnswer } from './call-as.ts'

/** Applies a proposal as a user who saw this version of it. */
export const applyProposal = (
  as: CallAs,
  { proposalId, version }: Pick<Proposal, 'proposalId' | 'version'>,
): Promise<TestAnswer> => as.post(`/proposals/${proposalId}/apply`, undefined, { 'If-Match': String(version) })
