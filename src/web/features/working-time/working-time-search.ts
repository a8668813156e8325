import { z } from 'zod'

const shiftsTabs = ['shifts', 'exceptions', 'work-centers'] as const
export type ShiftsTab = (typeof shiftsTabs)[number]

/** What the address of the shift screen says; anything else falls back to the patterns. */
export const ShiftsSearch = z.object({
  tab: z.enum(shiftsTabs).optional().catch(undefined),
  pattern: z.string().max(40).optional().catch(undefined),
})
export type ShiftsSearch = z.infer<typeof ShiftsSearch>
