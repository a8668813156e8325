import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateInputValue } from '#web/lib/date-input.ts'

const daysOfMonths = { 3: 90, 6: 181, 12: 364, 24: 728 } as const

/** The first day that the metrics cover, counted back from today in `zone`. */
export const firstDay = ({ months }: { months: keyof typeof daysOfMonths }, nowMs: number, zone: string): string =>
  addDays(dateInputValue(nowMs, zone), -daysOfMonths[months])
