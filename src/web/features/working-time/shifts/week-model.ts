import type { ShiftPeriod, ShiftVersion } from '#contract/shifts.ts'
import { clipIntervals, mergeIntervals, subtractIntervals } from '#domain/time/interval-arithmetic.ts'

export const dayMinutes = 1_440
const weekMinutes = 7 * dayMinutes
/** The step of dragging and of the arrow keys. */
export const stepMinutes = 15

/** One week of working time in the editor. */
export type Week = Pick<ShiftVersion, 'periods' | 'breaks'>

export const snap = (minute: number): number => Math.round(minute / stepMinutes) * stepMinutes
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
const startOf = ({ weekday, fromMinute }: ShiftPeriod): number => (weekday - 1) * dayMinutes + fromMinute

/** Working minutes of the week, or of one day with `weekday`: periods minus breaks, with overlaps counted once. */
export const workingMinutes = ({ periods, breaks }: Week, weekday?: number): number => {
  const flat = (list: readonly ShiftPeriod[]): number[] =>
    mergeIntervals(
      // Includes the previous week, so that the end of Sunday night counts on Monday.
      list.flatMap((period) =>
        [0, weekMinutes].flatMap((base) => {
          const start = base + startOf(period)
          return [start, start + period.toMinute - period.fromMinute]
        }),
      ),
    )
  const open = subtractIntervals(flat(periods), flat(breaks))
  const from = weekMinutes + (weekday === undefined ? 0 : (weekday - 1) * dayMinutes)
  const to = from + (weekday === undefined ? weekMinutes : dayMinutes)
  const inside = clipIntervals(open, from, to)
  return inside.reduce((sum, minute, index) => sum + (index % 2 === 0 ? -minute : minute), 0)
}

/** A break inside a period: its index in the week, and its minutes since the midnight before the period. */
export interface PeriodBreak {
  readonly index: number
  readonly fromMinute: number
  readonly toMinute: number
}

export const breaksOf = (week: Week, period: ShiftPeriod): PeriodBreak[] => {
  const start = startOf(period)
  return week.breaks.flatMap((rest, index) => {
    const offset = (startOf(rest) - start + weekMinutes) % weekMinutes
    const fromMinute = period.fromMinute + offset
    const toMinute = fromMinute + rest.toMinute - rest.fromMinute
    return fromMinute < period.toMinute ? [{ index, fromMinute, toMinute }] : []
  })
}

/** The stored form of a break given in minutes since the midnight before its period. */
export const breakAt = (weekday: number, fromMinute: number, toMinute: number): ShiftPeriod => {
  const days = Math.floor(fromMinute / dayMinutes)
  return {
    weekday: ((weekday - 1 + days) % 7) + 1,
    fromMinute: fromMinute - days * dayMinutes,
    toMinute: toMinute - days * dayMinutes,
  }
}

/** Replaces a period. Its breaks move with its start, and those that no longer fit are removed. */
export const changePeriod = (week: Week, index: number, next: ShiftPeriod): Week => {
  const before = week.periods[index]
  if (!before) return week
  const inside = breaksOf(week, before)
  const moved = next.toMinute - next.fromMinute === before.toMinute - before.fromMinute
  const shift = moved ? next.fromMinute - before.fromMinute : 0
  const kept = inside
    .map(({ fromMinute, toMinute }) => ({ fromMinute: fromMinute + shift, toMinute: toMinute + shift }))
    .filter(({ fromMinute, toMinute }) => fromMinute >= next.fromMinute && toMinute <= next.toMinute)
    .map(({ fromMinute, toMinute }) => breakAt(next.weekday, fromMinute, toMinute))
  const others = week.breaks.filter((_, at) => !inside.some((rest) => rest.index === at))
  return { periods: week.periods.map((period, at) => (at === index ? next : period)), breaks: [...others, ...kept] }
}

export const movePeriod = (period: ShiftPeriod, byMinutes: number): ShiftPeriod => {
  const length = period.toMinute - period.fromMinute
  const fromMinute = clamp(period.fromMinute + byMinutes, 0, dayMinutes - stepMinutes)
  return { ...period, fromMinute, toMinute: fromMinute + length }
}

export const stretchEnd = (period: ShiftPeriod, byMinutes: number): ShiftPeriod => ({
  ...period,
  toMinute: clamp(period.toMinute + byMinutes, period.fromMinute + stepMinutes, period.fromMinute + dayMinutes),
})

export const stretchStart = (period: ShiftPeriod, byMinutes: number): ShiftPeriod => ({
  ...period,
  fromMinute: clamp(
    period.fromMinute + byMinutes,
    Math.max(0, period.toMinute - dayMinutes),
    Math.min(period.toMinute, dayMinutes) - stepMinutes,
  ),
})

export const removePeriod = (week: Week, index: number): Week => {
  const period = week.periods[index]
  const inside = period ? breaksOf(week, period).map((rest) => rest.index) : []
  return {
    periods: week.periods.filter((_, at) => at !== index),
    breaks: week.breaks.filter((_, at) => !inside.includes(at)),
  }
}

/** A new period of eight hours, after the last period of the day or from 8:00. */
export const freePeriod = (week: Week, weekday: number): ShiftPeriod => {
  const ends = week.periods.filter((period) => period.weekday === weekday).map(({ toMinute }) => toMinute)
  const last = ends.length > 0 ? Math.max(...ends) : 480
  const fromMinute = last > dayMinutes - 60 ? 0 : last
  return { weekday, fromMinute, toMinute: Math.min(fromMinute + 480, dayMinutes) }
}

/** A new break of 30 minutes, in the middle of the period or after another break; null if there is no room. */
export const freeBreak = (week: Week, period: ShiftPeriod): ShiftPeriod | null => {
  const breaks = breaksOf(week, period)
  const middle = Math.round((period.fromMinute + period.toMinute) / 2 / 15) * 15
  const free = [middle, ...breaks.map(({ toMinute }) => toMinute + 15)].find(
    (start) =>
      start + 30 <= period.toMinute && !breaks.some((rest) => start < rest.toMinute && start + 30 > rest.fromMinute),
  )
  return free === undefined ? null : breakAt(period.weekday, free, free + 30)
}

/** Removes all periods of a day, with their breaks. */
export const closeDay = (week: Week, day: number): Week =>
  week.periods.reduceRight((rest, { weekday }, index) => (weekday === day ? removePeriod(rest, index) : rest), week)

/** Copies the periods and breaks of one day to other days. */
export const copyDay = (week: Week, from: number, to: readonly number[]): Week => {
  const copies = (list: readonly ShiftPeriod[]): ShiftPeriod[] => {
    const model = list.filter(({ weekday }) => weekday === from)
    return [
      ...list.filter(({ weekday }) => !to.includes(weekday)),
      ...to.flatMap((weekday) => model.map((period) => ({ ...period, weekday }))),
    ]
  }
  return { periods: copies(week.periods), breaks: copies(week.breaks) }
}
