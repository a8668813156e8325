import { z } from 'zod'

/** What the address of an operation says: 'open' = its form. */
export const OperationSearch = z.object({ edit: z.literal('open').optional().catch(undefined) })
export type OperationSearch = z.infer<typeof OperationSearch>
