import { z } from 'zod/mini'
import { withUsual } from '#contract/lenient-fields.ts'

/** The default of the URL. */
export const defaultRecord = { months: 12 as const }

/** The state of the screen in the URL: the number of past months in which dates were given. */
export const RecordSearch = z.object({ months: withUsual(z.literal([3, 6, 12, 24]), 12) })
export type RecordSearch = z.infer<typeof RecordSearch>
