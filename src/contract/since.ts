import { z } from 'zod/mini'

/** `since` is the `change` of an earlier answer: only what changed after it is sent. Without it everything is sent. */
export const SinceQuery = z.object({
  since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  /** The `rest` of the answer before, to get more of the same changes. */
  rest: z.optional(z.string().check(z.maxLength(100))),
})
export type SinceQuery = z.infer<typeof SinceQuery>

/** The fields of an answer that make it possible to ask for later changes only. */
export const sinceFields = {
  /** The `since` of the next request. The answer may contain later changes too, but it misses none up to this number. */
  change: z.int().check(z.minimum(0)),
  /** Ids of the projects that changed. Those without a row in the answer were deleted. null = the answer contains everything. */
  touched: z.nullable(z.array(z.string())),
  /** More has changed than one answer holds, and this has the newest of it: ask at once for the rest. null = nothing is left. */
  rest: z.nullable(z.string()),
}
