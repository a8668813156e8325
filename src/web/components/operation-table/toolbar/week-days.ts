import { dateInputValue } from '#web/lib/date-input.ts'

const dayMs = 86_400_000

/** The organization's weeks: the reader's zone, and their first day, 1 = Monday ... 7 = Sunday. */
interface Weeks {
  zone: string
  weekStartsOn: number
}

/** First and last day of the week that is `ahead` weeks after the one of `nowMs`. */
export function weekDays(nowMs: number, ahead: number, weeks: Weeks): { fromDate: string; toDate: string } {
  const { zone, weekStartsOn } = weeks
  // Calendar days are counted in UTC, where every day has 24 hours.
  const today = new Date(`${dateInputValue(nowMs, zone)}T00:00:00Z`)
  const daysIntoWeek = (today.getUTCDay() - weekStartsOn + 7) % 7
  const firstMs = today.getTime() + (ahead * 7 - daysIntoWeek) * dayMs
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { fromDate: day(firstMs), toDate: day(firstMs + 6 * dayMs) }
}
