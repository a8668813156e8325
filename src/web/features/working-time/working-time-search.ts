import { z } from 'zod/mini'
import { ifReadable } from '#contract/lenient-fields.ts'

const shiftsTabs = ['shifts', 'exceptions', 'work-centers', 'people'] as const
export type ShiftsTab = (typeof shiftsTabs)[number]

/** The state in the address of the shift screen. Invalid values fall back to the patterns. */
export const ShiftsSearch = z.object({
  tab: ifReadable(z.enum(shiftsTabs)),
  pattern: ifReadable(z.string().check(z.maxLength(40))),
  /** The import of shift patterns, or of work centers on their tab, in place of the page; 'new': the form for overtime. */
  edit: ifReadable(z.literal(['import', 'new'])),
})
export type ShiftsSearch = z.infer<typeof ShiftsSearch>

/** The state in the address of the holiday screen. */
export const HolidaysSearch = z.object({ edit: ifReadable(z.literal('import')) })
export type HolidaysSearch = z.infer<typeof HolidaysSearch>
