import type { ShiftPeriod } from '#contract/shifts.ts'
import type { CalendarRules } from '#domain/time/calendar-rules.ts'
import { minuteMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'

const dates = new Map<number, string>()
/** ISO date of a day since 1970-01-01; cached, because it is needed for every minute. */
const dateOf = (day: number): string => {
  const date = dates.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}

let lastClock: { key: string; clock: Int32Array } | null = null
/** Cached, because several weeks are tried on the same days and reading the clock takes most of the time. */
const clockOf = (zone: string, fromMs: number, minutes: number): Int32Array => {
  const key = `${zone} ${fromMs} ${minutes}`
  if (lastClock?.key !== key) lastClock = { key, clock: localMinutes(zone, fromMs, minutes) }
  return lastClock.clock
}

/** Local clock as minutes since 1970-01-01, directly from Intl and independent of the code under test. */
const localMinutes = (zone: string, fromMs: number, minutes: number): Int32Array => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const read = (atMs: number): number => {
    const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day ?? 1, part.hour ?? 0, part.minute ?? 0) / minuteMs
  }
  const clock = new Int32Array(minutes)
  for (let i = 0; i < minutes; i++) {
    // Zones change their offset only on quarter hours.
    clock[i] = i % 15 === 0 ? read(fromMs + i * minuteMs) : valueAt(clock, i - 1) + 1
  }
  // When the clock is set back, a boundary counts only the first time.
  for (let i = 1; i < minutes; i++) clock[i] = Math.max(valueAt(clock, i), valueAt(clock, i - 1))
  return clock
}

/** Working time minute by minute from `fromMs` on: 1 = open. Shares no code with the calendar that it checks. */
export const workingMinutes = (rules: CalendarRules, fromMs: number, minutes: number): Uint8Array => {
  const clock = clockOf(rules.timeZone, fromMs, minutes)
  const open = new Uint8Array(minutes)
  const inside = (list: readonly ShiftPeriod[], day: number, minute: number): boolean =>
    list.some(
      ({ weekday, fromMinute, toMinute }) =>
        weekday === ((day + 3) % 7) + 1 && fromMinute <= minute && minute < toMinute,
    )
  const byShift = rules.closedDayRule === 'shift' && rules.shift !== null
  /** `minute` counts from midnight before the shift begins and may be past the next one. */
  const losesShift = (day: number, minute: number): boolean =>
    rules.holidays.some(({ date, fromMinute, toMinute }) => {
      const lastsAllDay = toMinute === null || toMinute === 1440
      return date === dateOf(day) && (fromMinute ?? 0) <= minute && (lastsAllDay || minute < toMinute)
    })
  const any = (kind: 'periods' | 'breaks', at: number): boolean => {
    const today = Math.floor(at / 1440)
    return [0, 1].some((back) => {
      const day = today - back
      const version = (rules.shift?.versions ?? [])
        .filter((v) => v.effectiveFrom === null || v.effectiveFrom <= dateOf(day))
        .sort((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
        .at(-1)
      const minute = at - day * 1440
      const isGone = kind === 'periods' && byShift && losesShift(day, minute)
      return version !== undefined && inside(version[kind], day, minute) && !isGone
    })
  }
  for (let i = 0; i < minutes; i++) {
    const at = valueAt(clock, i)
    const date = dateOf(Math.floor(at / 1440))
    const ofDay = at % 1440
    const utcMs = fromMs + i * minuteMs
    let is = !rules.shift || (any('periods', at) && !any('breaks', at))
    const isHoliday = rules.holidays.some(
      (h) => h.date === date && (h.fromMinute ?? 0) <= ofDay && ofDay < (h.toMinute ?? 1440),
    )
    if (isHoliday && !byShift) is = false
    if (rules.exceptions.some((e) => e.kind === 'overtime' && e.startMs <= utcMs && utcMs < e.endMs)) is = true
    if (rules.exceptions.some((e) => e.kind === 'downtime' && e.startMs <= utcMs && utcMs < e.endMs)) is = false
    open[i] = is ? 1 : 0
  }
  return open
}
