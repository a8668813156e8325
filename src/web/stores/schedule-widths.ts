import { z } from 'zod/mini'
import { withUsual } from '#contract/lenient-fields.ts'
import { readHabits, writeHabits } from './habits.ts'

const ScheduleWidths = z.object({
  treePx: withUsual(z.number().check(z.minimum(280), z.maximum(880)), 0),
  columnPx: withUsual(z.record(z.string(), z.number().check(z.minimum(48), z.maximum(240))), {}),
})

/** Widths of the schedule's list and its columns, in px. */
export type ScheduleWidths = z.infer<typeof ScheduleWidths>

/** The widths that this user last set in this browser. */
export const readScheduleWidths = (): ScheduleWidths => readHabits('schedule', ScheduleWidths)

/** Stores the widths for the next visit. */
export const keepScheduleWidths = (widths: ScheduleWidths): void => writeHabits('schedule', widths)
