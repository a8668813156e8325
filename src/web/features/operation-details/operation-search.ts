import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

/** The state in the address of an operation: 'open' = its form is open. */
export const OperationSearch = z.object({ edit: ifReadable(z.literal('open')) })
export type OperationSearch = z.infer<typeof OperationSearch>
