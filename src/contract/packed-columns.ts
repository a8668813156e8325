import { z } from 'zod/mini'

/**
 * Rows on the wire, column by column, written and read by `domain/schedule/pack-columns.ts`. `texts` holds the packed columns by
 * name: ids of 22 characters each, or numbers in base 64. For a column of other values, `values` holds each different value once,
 * and the numbers in `texts` are positions in that list.
 */
export const PackedColumns = z.object({
  texts: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.null()]))),
})
export type PackedColumns = z.infer<typeof PackedColumns>
