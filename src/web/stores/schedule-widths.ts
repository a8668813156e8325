import { z } from 'zod'
import { readHabits, writeHabits } from './habits.ts'

const ScheduleWidths = z.object({
  treePx: z.number().min(280).max(880).catch(412).default(412),
  columnPx: z.record(z.string(), z.number().min(48).max(240)).catch({}).default({}),
})

/** The widths of the schedule's list and of its columns, in px. */
export type ScheduleWidths = z.infer<typeof ScheduleWidths>

/** The widths as this user left them in this browser. */
export const readScheduleWidths = (): ScheduleWidths => readHabits('schedule', ScheduleWidths)

/** Keeps the widths for the next visit. */
export const keepScheduleWidths = (widths: ScheduleWidths): void => writeHabits('schedule', widths)
