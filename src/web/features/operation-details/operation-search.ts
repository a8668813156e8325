import { z } from 'zod'

/** The state in the address of an operation: 'open' = its form is open. */
export const OperationSearch = z.object({ edit: z.literal('open').optional().catch(undefined) })
export type OperationSearch = z.infer<typeof OperationSearch>
