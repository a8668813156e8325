import { dayMs } from '../../time/units.ts'

/** Weekday (1 = Monday) of a day since 1970-01-01, which was a Thursday. */
export const weekdayOfDay = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** Formats a day since 1970-01-01 as 'yyyy-MM-dd'. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

export const dayOfDate = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs)
