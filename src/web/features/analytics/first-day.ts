import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateInputValue } from '#web/lib/date-input.ts'
import type { AnalyticsSearch } from './analytics-search.ts'

const daysOfMonths = { 3: 90, 6: 181, 12: 364 } as const

/** The first day that the metrics cover, counted back from today in `zone`. */
export const firstDay = ({ months }: Pick<AnalyticsSearch, 'months'>, nowMs: number, zone: string): string =>
  addDays(dateInputValue(nowMs, zone), -daysOfMonths[months])
