import type { ProposalDetails, ProposalRequest } from '#contract/proposals.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { timeAgo } from '#web/lib/format-relation.ts'

/** 'Ana Ruiz and 2 others may apply it' */
export const decidersWords = ({ names, count }: ProposalDetails['deciders']): string => {
  const [first, second] = names
  if (first === undefined) return 'no active member may apply it'
  if (count === 1) return `${first} may apply it`
  if (count === 2 && second !== undefined) return `${first} and ${second} may apply it`
  return `${first} and ${formatCount(count - 1, 'other')} may apply it`
}

/** 'Asked by Ben, 3 min ago' */
export const askedWords = ({ askedBy, askedAt }: ProposalRequest, zone: string, nowMs: number): string =>
  `Asked by ${askedBy}, ${timeAgo(askedAt, zone, nowMs)}`
