import { dayMs } from '../time/units.ts'

/** Formats a date as 'yyyy-MM-dd' in the proleptic Gregorian calendar, without time zones. Months are 1-12, weekdays 1 = Monday. */

export const isoDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** The nth (1 = first) given weekday of a month. */
export const nthWeekday = (year: number, month: number, weekday: number, nth: number): string => {
  const first = isoDate(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
}

export const lastWeekday = (year: number, month: number, weekday: number): string => {
  const last = isoDate(year, month + 1, 0)
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

/** Easter Sunday (Meeus/Jones/Butcher, Gregorian). */
export const easterSunday = (year: number): string => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return isoDate(year, Math.floor(sum / 31), (sum % 31) + 1)
}
