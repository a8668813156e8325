import { z } from 'zod/mini'
import { withUsual } from '#contract/lenient-fields.ts'
import { readHabits, writeHabits } from './habits.ts'

const ScheduleWidths = z.object({
  treePx: withUsual(z.number().check(z.minimum(280), z.maximum(880)), 0),
  columnPx: withUsual(z.record(z.string(), z.number().check(z.minimum(48), z.maximum(240))), {}),
})

/** The widths of the schedule's list and of its columns, in px. */
export type ScheduleWidths = z.infer<typeof ScheduleWidths>

/** The widths as this user left them in this browser. */
export const readScheduleWidths = (): ScheduleWidths => readHabits('schedule', ScheduleWidths)

/** Keeps the widths for the next visit. */
export const keepScheduleWidths = (widths: ScheduleWidths): void => writeHabits('schedule', widths)
