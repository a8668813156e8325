/** The columns of a proposal without a request, neither open nor declined. */
export const noRequest = {
  askedBy: null,
  askedByUserId: null,
  askedAt: null,
  askNote: null,
  declinedBy: null,
  declinedAt: null,
  declineWord: null,
} as const

/** The key of the notification of a request: asking again replaces it. */
export const requestKey = (proposalId: string): string => `proposal:${proposalId}`
