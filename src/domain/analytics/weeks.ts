import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'

/** First day of the week that holds `date` ('yyyy-MM-dd'); weeks begin on `weekStartsOn` (1 = Monday ... 7 = Sunday). */
export const weekOf = (date: string, weekStartsOn: number): string =>
  addDays(date, -((weekdayOf(date) - weekStartsOn + 7) % 7))

/** First days of the weeks that hold the days from `from` to `to`, both included. */
export const weeksBetween = (from: string, to: string, weekStartsOn: number): string[] => {
  const weeks: string[] = []
  for (let week = weekOf(from, weekStartsOn); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** Instants at which `count` weeks from `week` on begin in `zone`, and the end of the last: count + 1 numbers. */
export const weekBounds = (week: string, count: number, zone: string): number[] =>
  Array.from({ length: count + 1 }, (_, index) => dateOnlyToMs(addDays(week, index * 7), zone, 0))

/** Calendar months ('yyyy-MM') that the days from `from` to `to` touch. */
export const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  let [year, month] = from.split('-').map(Number) as [number, number]
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > to.slice(0, 7)) return months
    months.push(name)
    if (month === 12) [year, month] = [year + 1, 1]
    else month += 1
  }
}
