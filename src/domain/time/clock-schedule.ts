import { DateTime } from 'luxon'
import type { ClockSchedule } from '#contract/exchange.ts'

/**
 * The first instant after `afterMs` (epoch ms) at which the schedule is due, in epoch ms. A time of day that a change to daylight saving
 * leaves out is due at the first instant after the gap; one that occurs twice is due once, the first time.
 */
export const nextOfSchedule = (schedule: ClockSchedule, timeZone: string, afterMs: number): number => {
  const after = DateTime.fromMillis(afterMs, { zone: timeZone })
  if (schedule.kind === 'hourly') {
    const inThisHour = after.startOf('hour').plus({ minutes: schedule.minute })
    const due = inThisHour.toMillis() > afterMs ? inThisHour : inThisHour.plus({ hours: 1 })
    return due.toMillis()
  }
  const [hour = 0, minute = 0] = schedule.at.split(':').map(Number)
  for (let days = 0; ; days += 1) {
    const due = after.startOf('day').plus({ days }).set({ hour, minute })
    if (due.toMillis() > afterMs && schedule.weekdays.includes(due.weekday)) return due.toMillis()
  }
}
