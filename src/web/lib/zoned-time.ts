import { dayMs } from '#domain/time/units.ts'

/** A wall-clock reading in some zone. `month` is 1-12, `weekday` 0 (Sunday) to 6. */
export type WallClock = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

/** An instant in any form that screens use: ISO text, epoch milliseconds or a Date. */
export type Instant = string | number | Date

const clocks = new Map<string, Intl.DateTimeFormat>()

/** One formatter per zone, because creating one is slow. It writes the offset: '4 PM GMT-06:00'. An unknown zone is read as UTC. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const make = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZoneName: 'longOffset', timeZone })
  let clock: Intl.DateTimeFormat
  try {
    clock = make(zone)
  } catch {
    clock = make('UTC')
  }
  clocks.set(zone, clock)
  return clock
}

/** Epoch milliseconds, or null for a missing or invalid date. A date without a time is taken as UTC midnight. */
export function toEpochMs(instant: Instant | null | undefined): number | null {
  if (instant == null || instant === '') return null
  const atMs = typeof instant === 'number' ? instant : new Date(instant).getTime()
  return Number.isFinite(atMs) ? atMs : null
}

const wholeSecond = (atMs: number) => Math.floor(atMs / 1000) * 1000

const offsetWords = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/

/** Offset of `zone` from UTC at `atMs`, read from the formatter (about 2 microseconds). */
function askOffsetMs(atMs: number, zone: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = offsetWords.exec(clockOf(zone).format(atMs)) ?? []
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

const offsetsByDay = new Map<string, Map<number, number>>()

/** The offset at the start of a UTC day, asked once. */
function offsetAtStart(day: number, zone: string): number {
  let days = offsetsByDay.get(zone)
  if (!days) {
    days = new Map()
    offsetsByDay.set(zone, days)
  }
  let known = days.get(day)
  if (known === undefined) {
    known = askOffsetMs(day * dayMs, zone)
    days.set(day, known)
  }
  return known
}

/** Offset of `zone` from UTC at `atMs`. It is asked for every instant only on a day with a clock change. */
function offsetMs(atMs: number, zone: string): number {
  const day = Math.floor(atMs / dayMs)
  const atStart = offsetAtStart(day, zone)
  return atStart === offsetAtStart(day + 1, zone) ? atStart : askOffsetMs(atMs, zone)
}

/** The wall clock of `zone` at `atMs`, encoded as UTC milliseconds. All other readings are derived from it. */
const wallMs = (atMs: number, zone: string): number => wholeSecond(atMs) + offsetMs(atMs, zone)

/** The local date and time in `zone` at `atMs`. */
export function wallClock(atMs: number, zone: string): WallClock {
  const wall = new Date(wallMs(atMs, zone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
  }
}

/**
 * The instant at which the wall clock of `zone` shows `wallAsUtcMs` (a local time encoded as UTC milliseconds). A time
 * that occurs twice gives the first instant; a time that a clock change skips moves forward by the gap.
 */
export function instantOfWall(wallAsUtcMs: number, zone: string): number {
  const before = wallAsUtcMs - offsetMs(wallAsUtcMs - dayMs, zone)
  const after = wallAsUtcMs - offsetMs(wallAsUtcMs + dayMs, zone)
  const shows = (atMs: number) => wallMs(atMs, zone) === wholeSecond(wallAsUtcMs)
  if (shows(before)) return before
  return shows(after) ? after : before
}

/** Number of the calendar day in `zone` at `atMs`, counted from 1970-01-01. Differences count calendar days. */
export const calendarDay = (atMs: number, zone: string): number => Math.floor(wallMs(atMs, zone) / dayMs)

/** Whether the clocks of two zones agree now and throughout the following year. */
export const sharesClock = (one: string, other: string, nowMs: number): boolean => {
  if (one === other) return true
  const weeks = Array.from({ length: 53 }, (_, week) => nowMs + week * 7 * dayMs)
  return weeks.every((atMs) => wallMs(atMs, one) === wallMs(atMs, other))
}
