import type { CompactSchedule, ScheduleAnswer } from '#contract/schedule.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'

/** The schedule as cached in a browser that has read everything. */
export const heldSchedule = (answer: ScheduleAnswer): CompactSchedule => {
  const schedule = takeInSchedule(null, answer)
  if (!schedule) throw new Error('An answer without a state to begin from is whole')
  return schedule
}
