import { addDays, isoDate, weekdayOf } from '#domain/holidays/calendar-dates.ts'

/** The same day `by` months later, or the last day of that month if it is shorter. */
export function atMonth(date: string, by: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = Number(isoDate(year, month + by + 1, 0).slice(8))
  return isoDate(year, month + by, Math.min(day, last))
}

const daysIntoWeek = (date: string, weekStartsOn: number): number => (weekdayOf(date) - weekStartsOn + 7) % 7

/** The six weeks of seven days that contain the month of a date. */
export function weeksOf(date: string, weekStartsOn: number): string[][] {
  const first = `${date.slice(0, 8)}01`
  const start = addDays(first, -daysIntoWeek(first, weekStartsOn))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, offset) => addDays(start, week * 7 + offset)),
  )
}

/** The day that a key moves to in a calendar: by days, weeks, months or, with Shift, years. null for other keys. */
export function dayAfterKey(
  date: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  weekStartsOn: number,
): string | null {
  const days: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -daysIntoWeek(date, weekStartsOn),
    End: 6 - daysIntoWeek(date, weekStartsOn),
  }
  const by = days[key]
  if (by !== undefined) return addDays(date, by)
  const months = shiftKey ? 12 : 1
  if (key === 'PageUp') return atMonth(date, -months)
  return key === 'PageDown' ? atMonth(date, months) : null
}
