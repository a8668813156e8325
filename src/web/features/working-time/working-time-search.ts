import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

const shiftsTabs = ['shifts', 'exceptions', 'work-centers', 'people'] as const
export type ShiftsTab = (typeof shiftsTabs)[number]

/** The state of the shift screen in the URL. Invalid values fall back to the patterns. */
export const ShiftsSearch = z.object({
  tab: ifReadable(z.enum(shiftsTabs)),
  pattern: ifReadable(z.string().check(z.maxLength(40))),
  /** 'import' opens the import of shift patterns, or of work centers on their tab; 'new' opens the form for overtime. */
  edit: ifReadable(z.literal(['import', 'new'])),
})
export type ShiftsSearch = z.infer<typeof ShiftsSearch>

/** The state of the holiday screen in the URL. */
export const HolidaysSearch = z.object({ edit: ifReadable(z.literal('import')) })
export type HolidaysSearch = z.infer<typeof HolidaysSearch>
