import { at } from './at.ts'
import { type DayGrid, isoWeek } from './day-grid.ts'
import type { ScheduleZoom } from './time-scale.ts'

export interface Tick {
  readonly fromMs: number
  readonly toMs: number
  readonly label: string
}

const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const weekday = formatter({ weekday: 'short' })
const month = formatter({ month: 'long' })
const shortMonth = formatter({ month: 'short' })
const monthOfYear = formatter({ month: 'long', year: 'numeric' })

const upperStep: Record<ScheduleZoom, TickUnit> = { days: 'week', weeks: 'month', months: 'year' }
const lowerStep: Record<ScheduleZoom, TickUnit> = { days: 'day', weeks: 'week', months: 'month' }
type TickUnit = 'day' | 'week' | 'month' | 'year'

const begins = (date: Date, unit: TickUnit): boolean =>
  unit === 'day' ||
  (unit === 'week' && date.getUTCDay() === 1) ||
  (unit === 'month' && date.getUTCDate() === 1) ||
  (unit === 'year' && date.getUTCDate() === 1 && date.getUTCMonth() === 0)

const labelOf = (date: Date, unit: TickUnit, upper: boolean): string => {
  if (unit === 'day') return `${weekday.format(date)} ${date.getUTCDate()}`
  if (unit === 'week' && upper) return `Week ${isoWeek(date)} · ${monthOfYear.format(date)}`
  if (unit === 'week') return `${shortMonth.format(date)} ${date.getUTCDate()}`
  if (unit === 'month') return upper ? monthOfYear.format(date) : month.format(date)
  return String(date.getUTCFullYear())
}

const ticksOf = (grid: DayGrid, unit: TickUnit, upper: boolean, fromMs: number, toMs: number): Tick[] => {
  const last = grid.indexAt(toMs)
  let day = grid.indexAt(fromMs)
  while (day > 0 && !begins(grid.dateOf(day), unit)) day--
  const ticks: Tick[] = []
  while (day <= last) {
    let end = day + 1
    while (end < grid.count && !begins(grid.dateOf(end), unit)) end++
    ticks.push({
      fromMs: at(grid.startMs, day),
      toMs: at(grid.startMs, end),
      label: labelOf(grid.dateOf(day), unit, upper),
    })
    day = end
  }
  return ticks
}

/** The two lines of the time axis for a range: weeks and days, months and weeks, or years and months. */
export const timeTicks = (grid: DayGrid, zoom: ScheduleZoom, fromMs: number, toMs: number) => ({
  upper: ticksOf(grid, upperStep[zoom], true, fromMs, toMs),
  lower: ticksOf(grid, lowerStep[zoom], false, fromMs, toMs),
})
