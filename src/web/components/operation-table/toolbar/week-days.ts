import { dateInputValue } from '#web/lib/date-input.ts'

const dayMs = 86_400_000

/** First and last day (Monday and Sunday) of the week that is `ahead` weeks after the one of `nowMs` in `zone`. */
export function weekDays(nowMs: number, ahead: number, zone: string): { fromDate: string; toDate: string } {
  // Calendar days are counted in UTC, where every day has 24 hours.
  const today = new Date(`${dateInputValue(nowMs, zone)}T00:00:00Z`)
  const mondayMs = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs + ahead * 7 * dayMs
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { fromDate: day(mondayMs), toDate: day(mondayMs + 6 * dayMs) }
}
