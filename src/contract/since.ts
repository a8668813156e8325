import { z } from 'zod'

/** Asks for what changed since an answer, by its `change`; without it everything is sent. */
export const SinceQuery = z.object({
  since: z.coerce.number().int().min(0).optional(),
  /** The `rest` of the answer before, to get more of the same changes. */
  rest: z.string().max(100).optional(),
})
export type SinceQuery = z.infer<typeof SinceQuery>

/** What an answer says of itself to whoever asks again later. */
export const sinceFields = {
  /** Ask with it the next time. What the answer holds may be newer than this, never older. */
  change: z.number().int().min(0),
  /** Ids of the projects that changed since: those with no row in the answer are gone. null = everything is here. */
  touched: z.array(z.string()).nullable(),
  /** More has changed than one answer holds, and this has the newest of it: ask at once for the rest. null = nothing is left. */
  rest: z.string().nullable(),
}
