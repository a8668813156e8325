import { z } from 'zod'

const shiftsTabs = ['shifts', 'exceptions', 'work-centers', 'people'] as const
export type ShiftsTab = (typeof shiftsTabs)[number]

/** The state in the address of the shift screen. Invalid values fall back to the patterns. */
export const ShiftsSearch = z.object({
  tab: z.enum(shiftsTabs).optional().catch(undefined),
  pattern: z.string().max(40).optional().catch(undefined),
  /** The import of shift patterns, or of work centers on their tab, in place of the page. */
  edit: z.literal('import').optional().catch(undefined),
})
export type ShiftsSearch = z.infer<typeof ShiftsSearch>

/** The state in the address of the holiday screen. */
export const HolidaysSearch = ShiftsSearch.pick({ edit: true })
export type HolidaysSearch = z.infer<typeof HolidaysSearch>
