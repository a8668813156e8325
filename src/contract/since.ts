import { z } from 'zod/mini'

/** `since` is the `change` of an earlier answer; only later changes are then sent. Without it, everything is sent. */
export const SinceQuery = z.object({
  since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  /** The `rest` of the previous answer, to get more of the same changes. */
  rest: z.optional(z.string().check(z.maxLength(100))),
})
export type SinceQuery = z.infer<typeof SinceQuery>

/** Fields of an answer that make it possible to request only later changes. */
export const sinceFields = {
  /** The `since` of the next request. The answer may contain later changes too, but it includes all up to this number. */
  change: z.int().check(z.minimum(0)),
  /** Ids of the changed projects. Those without a row in the answer were deleted. null = the answer is complete. */
  touched: z.nullable(z.array(z.string())),
  /**
   * Set if there are more changes than fit into one answer, which then contains the newest; request the rest at once.
   * null = nothing remains.
   */
  rest: z.nullable(z.string()),
}
