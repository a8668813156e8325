import { dayMs } from '#domain/time/units.ts'

/** The UTC date this many days after `now`, as `2026-11-18`. */
export const daysFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)

/** The UTC date of a day in the week after `now`: 0 = its Monday, 7 = the Monday after it. */
export const inNextWeek = (now: Date, day: number): string => daysFrom(now, 7 - ((now.getUTCDay() + 6) % 7) + day)
