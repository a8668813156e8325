import { intAt } from '#domain/value-at.ts'
import { minuteMs } from '../../time/units.ts'

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

/**
 * The local clock for each minute from `fromMs` (a full minute), as minutes since 1970-01-01. When the clock is set
 * back, the value stays the same until the time is reached again: a shift boundary counts only the first time.
 */
export const localClock = (timeZone: string, fromMs: number, minutes: number): Int32Array => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const read = (index: number): number => {
    const part = { year: 0, month: 1, day: 1, hour: 0, minute: 0 }
    for (const { type, value } of format.formatToParts(fromMs + index * minuteMs)) {
      if (type in part) part[type as keyof typeof part] = Number(value)
    }
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute) / minuteMs
  }
  // Every zone changes its clock at a quarter of an hour, and the first minute need not be one.
  const firstQuarter = (15 - ((fromMs / minuteMs) % 15)) % 15
  const clock = new Int32Array(minutes)
  let firstChange = minutes
  /** Fills in the clock between two known instants. */
  const fill = (from: number, until: number, shownFrom: number, shownUntil: number): void => {
    if (shownUntil - shownFrom === until - from) {
      for (let i = from, shown = shownFrom; i < until; i++) clock[i] = shown++
    } else if (until - from > dayMinutes) {
      for (let day = from, shown = shownFrom; day < until; day += dayMinutes) {
        const end = Math.min(day + dayMinutes, until)
        const next = read(end)
        fill(day, end, shown, next)
        shown = next
      }
    } else {
      firstChange = Math.min(firstChange, from)
      for (let i = from, shown = shownFrom; i < until; i++) {
        if (i % 15 === firstQuarter) shown = read(i)
        clock[i] = shown++
      }
    }
  }
  // Clock changes are weeks apart. A week of the usual length needs two conversions, a week with a change one for each
  // day, and the day of the change one for each quarter of an hour.
  for (let week = 0, shown = read(0); week < minutes; week += weekMinutes) {
    const until = Math.min(week + weekMinutes, minutes)
    const next = read(until)
    fill(week, until, shown, next)
    shown = next
  }
  for (let i = firstChange + 1; i < minutes; i++) clock[i] = Math.max(intAt(clock, i), intAt(clock, i - 1))
  return clock
}
