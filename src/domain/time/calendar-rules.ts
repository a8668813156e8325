import type { ShiftVersion } from '#contract/shifts.ts'
import type { ClosedDayRule } from '#contract/vocabulary.ts'

/** One or more weekly patterns of working time, each from a date on. Minutes are local time in the organization's zone. */
export interface ShiftPattern {
  shiftId: string
  name: string
  versions: ShiftVersion[]
}

/**
 * A closed day, or part of one: local minutes of `date` ('yyyy-MM-dd'); both null = the whole day. `ClosedDayRule` defines what it closes.
 * Under the rule `shift` it closes only shifts that begin on its date, and a part until midnight (1440) continues to the end of the shift.
 * Without a shift pattern, a day always lasts from midnight to midnight.
 */
export interface HolidaySpan {
  holidayId: string
  name: string
  date: string
  fromMinute: number | null
  toMinute: number | null
  /** Limits it to one work center; null = the organization. */
  categoryId: string | null
}

/**
 * One-off overtime (opens even on a holiday) or downtime (closes even overtime), in epoch milliseconds. Calendars use
 * whole minutes: overtime is rounded inward, downtime outward.
 */
export interface CalendarException {
  /** Absent if it is not stored. */
  exceptionId?: string
  kind: 'overtime' | 'downtime'
  name: string
  startMs: number
  endMs: number
  /** One work center only; null = the organization. */
  categoryId: string | null
}

/** Rules for when one work center is open: its pattern minus holidays plus overtime minus downtime. */
export interface CalendarRules {
  /** IANA time zone name. */
  timeZone: string
  /** null or no versions = 24/7. */
  shift: ShiftPattern | null
  holidays: HolidaySpan[]
  closedDayRule: ClosedDayRule
  exceptions: CalendarException[]
  /** Rules that must be open at the same time, for work that needs people besides its work center. */
  also?: CalendarRules
}
