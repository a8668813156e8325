import { z } from 'zod'

/**
 * Rows on the wire, column by column, as `domain/schedule/pack-columns.ts` writes and reads them: ids of 22 characters each,
 * numbers as digits of base 64, and lists of the values that a column has.
 */
export const PackedColumns = z.object({
  texts: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.null()]))),
})
export type PackedColumns = z.infer<typeof PackedColumns>
