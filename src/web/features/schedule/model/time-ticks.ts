import { dayMs, hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { type DayGrid, dayLabel, isoWeek } from '#web/components/time-chart/day-grid.ts'
import type { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { at } from './at.ts'
import type { ScheduleZoom } from './schedule-zoom.ts'

export interface Tick {
  readonly fromMs: number
  readonly toMs: number
  readonly label: string
}

const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const month = formatter({ month: 'long' })
const shortMonth = formatter({ month: 'short' })
const monthOfYear = formatter({ month: 'long', year: 'numeric' })

type TickUnit = 'day' | 'week' | 'month' | 'year'
const upperStep: Record<ScheduleZoom, TickUnit> = { hours: 'day', days: 'week', weeks: 'month', months: 'year' }
const lowerStep: Record<Exclude<ScheduleZoom, 'hours'>, TickUnit> = { days: 'day', weeks: 'week', months: 'month' }
/** Hours between two ticks, and the room in px that a time needs. */
const hourSteps = [1, 2, 3, 6, 12]
const timePx = 36

/** The data of the axis: the days, the clock of the zone, and times of day in the reader's format. */
export interface TickSource {
  readonly grid: DayGrid
  readonly clock: ZoneClock
  readonly words: { readonly time: (ms: number) => string }
}

const begins = (grid: DayGrid, day: number, unit: TickUnit): boolean => {
  if (unit === 'day') return true
  if (unit === 'week') return grid.daysIntoWeek(day) === 0
  const date = grid.dateOf(day)
  return date.getUTCDate() === 1 && (unit === 'month' || date.getUTCMonth() === 0)
}

/** The first Thursday on or after a day. It decides the number of the week. */
const thursdayFrom = (date: Date) => new Date(date.getTime() + ((11 - date.getUTCDay()) % 7) * dayMs)

const labelOf = (date: Date, unit: TickUnit, upper: boolean): string => {
  if (unit === 'day' && upper) return `${dayLabel(date)} · ${monthOfYear.format(date)}`
  if (unit === 'day') return dayLabel(date)
  if (unit === 'week' && upper) return `Week ${isoWeek(thursdayFrom(date))} · ${monthOfYear.format(date)}`
  if (unit === 'week') return `${shortMonth.format(date)} ${date.getUTCDate()}`
  if (unit === 'month') return upper ? monthOfYear.format(date) : month.format(date)
  return String(date.getUTCFullYear())
}

const ticksOf = (grid: DayGrid, unit: TickUnit, upper: boolean, fromMs: number, toMs: number): Tick[] => {
  const last = grid.indexAt(toMs)
  let day = grid.indexAt(fromMs)
  while (day > 0 && !begins(grid, day, unit)) day--
  const ticks: Tick[] = []
  while (day <= last) {
    let end = day + 1
    while (end < grid.count && !begins(grid, end, unit)) end++
    ticks.push({
      fromMs: at(grid.startMs, day),
      toMs: at(grid.startMs, end),
      label: labelOf(grid.dateOf(day), unit, upper),
    })
    day = end
  }
  return ticks
}

/** Ticks at full hours of local time, as close as their labels fit. On a clock change one of them is longer, shorter or missing. */
const hourTicks = ({ grid, clock, words }: TickSource, pxPerDay: number, fromMs: number, toMs: number): Tick[] => {
  const hoursPerTick = hourSteps.find((hours) => (pxPerDay / 24) * hours >= timePx) ?? 24
  const ticks: Tick[] = []
  for (let day = grid.indexAt(fromMs); day <= grid.indexAt(toMs); day++) {
    const starts: number[] = []
    for (let hour = 0; hour < 24; hour += hoursPerTick)
      starts.push(clock.instantOf(grid.dateOf(day).getTime() + hour * hourMs))
    starts.push(at(grid.startMs, day + 1))
    for (let k = 0; k + 1 < starts.length; k++) {
      const [start, end] = [valueAt(starts, k), valueAt(starts, k + 1)]
      // On a twelve-hour clock a full hour has no minutes: '6 AM'.
      if (end > start && end > fromMs && start < toMs)
        ticks.push({ fromMs: start, toMs: end, label: words.time(start).replace(/:00(?= )/, '') })
    }
  }
  return ticks
}

/** The two lines of the time axis for a range: days and hours, weeks and days, months and weeks, or years and months. */
export const timeTicks = (
  source: TickSource,
  { zoom, pxPerDay }: { readonly zoom: ScheduleZoom; readonly pxPerDay: number },
  fromMs: number,
  toMs: number,
) => ({
  upper: ticksOf(source.grid, upperStep[zoom], true, fromMs, toMs),
  lower:
    zoom === 'hours'
      ? hourTicks(source, pxPerDay, fromMs, toMs)
      : ticksOf(source.grid, lowerStep[zoom], false, fromMs, toMs),
})
