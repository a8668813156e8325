import type { ShiftVersion } from '#contract/shifts.ts'
import type { ClosedDayRule } from '#contract/vocabulary.ts'

/** A week (or several, by date) of working time; minutes are local wall-clock minutes of the organization's zone. */
export interface ShiftPattern {
  shiftId: string
  name: string
  versions: ShiftVersion[]
}

/**
 * A closed day, or part of one: local minutes of `date` ('yyyy-MM-dd'); both null = the whole day. `ClosedDayRule` says what it
 * closes. Under the rule `shift` it closes only shifts that begin on its date, and a part that lasts until midnight (1440)
 * goes on to the end of the shift. Without a shift pattern a day always lasts from midnight to midnight.
 */
export interface HolidaySpan {
  holidayId: string
  name: string
  date: string
  fromMinute: number | null
  toMinute: number | null
  /** Closes one work center only; null = the organization. */
  categoryId: string | null
}

/**
 * One-off overtime (opens even on a holiday) or downtime (closes even overtime), in epoch milliseconds.
 * The calendar thinks in whole minutes: overtime is rounded inwards, downtime outwards.
 */
export interface CalendarException {
  /** Absent when it is not stored. */
  exceptionId?: string
  kind: 'overtime' | 'downtime'
  name: string
  startMs: number
  endMs: number
  /** One work center only; null = the organization. */
  categoryId: string | null
}

/** Everything that decides when one work center is open: its pattern minus holidays plus overtime minus downtime. */
export interface CalendarRules {
  /** IANA name. */
  timeZone: string
  /** null or no version at all = round the clock. */
  shift: ShiftPattern | null
  holidays: HolidaySpan[]
  closedDayRule: ClosedDayRule
  exceptions: CalendarException[]
  /** It is open only while these rules open too: work that needs people besides its work center. */
  also?: CalendarRules
}
