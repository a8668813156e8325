import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

/** The state of an operation page in the URL; 'open' means that its form is open. */
export const OperationSearch = z.object({ edit: ifReadable(z.literal('open')) })
export type OperationSearch = z.infer<typeof OperationSearch>
