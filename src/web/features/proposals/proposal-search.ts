import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

/** The state of a proposal page in the URL. */
export const ProposalSearch = z.object({
  /** The named proposal that it is compared with. */
  compare: ifReadable(z.uuid()),
})
export type ProposalSearch = z.infer<typeof ProposalSearch>
