import { intAt } from '#domain/value-at.ts'

const minuteMs = 60_000
const dayMinutes = 1440

/**
 * The local clock minute by minute, as minutes since 1970-01-01, from `fromMs` (a full minute) on. When the clock is set
 * back, it stands still until that time comes again: a shift boundary counts only the first time the clock shows it.
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
  // Every zone changes its clock at a quarter of an hour, which the first minute need not be.
  const firstQuarter = (15 - ((fromMs / minuteMs) % 15)) % 15
  const clock = new Int32Array(minutes)
  for (let day = 0; day < minutes; day += dayMinutes) {
    const until = Math.min(day + dayMinutes, minutes)
    let shown = read(day)
    // A day without a clock change needs two readings; the few other days are read every quarter of an hour.
    const even = read(until) - shown === until - day
    for (let i = day; i < until; i++) {
      if (!even && i % 15 === firstQuarter) shown = read(i)
      clock[i] = shown++
    }
  }
  for (let i = 1; i < minutes; i++) clock[i] = Math.max(intAt(clock, i), intAt(clock, i - 1))
  return clock
}
