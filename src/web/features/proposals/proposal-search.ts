import { z } from 'zod'

/** The state in the address of a proposal. */
export const ProposalSearch = z.object({
  /** The named proposal that it is compared with. */
  compare: z.uuid().optional().catch(undefined),
})
export type ProposalSearch = z.infer<typeof ProposalSearch>
