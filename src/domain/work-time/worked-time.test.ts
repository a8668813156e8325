import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { workingMinutes } from '#testing/working-minutes.ts'
import type { CalendarRules } from '../time/calendar-rules.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { longestOvertimeMs, workedMs, workedSoFarMs } from './worked-time.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const week = [1, 2, 3, 4, 5]
const spans = (fromMinute: number, toMinute: number) => week.map((weekday) => ({ weekday, fromMinute, toMinute }))

/** Weekdays from 6:00 AM to 2:30 PM with lunch from 12:00 to 12:30. */
const rulesIn = (timeZone: string): CalendarRules => ({
  timeZone,
  shift: {
    shiftId: 's',
    name: 'Day',
    versions: [{ effectiveFrom: null, periods: spans(360, 870), breaks: spans(720, 750) }],
  },
  holidays: [],
  closedDayRule: 'shift',
  exceptions: [],
})
const chicago = new WorkCalendar(rulesIn('America/Chicago'), Date.UTC(2026, 9, 1))
const hours = (from: string, to: string) => workedMs(chicago, Date.parse(from), Date.parse(to)) / hourMs

describe('the hours of an interval', () => {
  it('a lunch break or a night inside does not count', () => {
    expect(hours('2026-10-26T08:00-05:00', '2026-10-26T11:15-05:00')).toBe(3.25)
    expect(hours('2026-10-26T08:00-05:00', '2026-10-26T14:00-05:00')).toBe(5.5)
    expect(hours('2026-10-26T14:00-05:00', '2026-10-27T07:00-05:00')).toBe(1.5)
  })

  it('closed time before and after the shift counts as overtime, up to a shift', () => {
    expect(hours('2026-10-26T05:00-05:00', '2026-10-26T16:00-05:00')).toBe(10.5)
    expect(hours('2026-10-24T07:00-05:00', '2026-10-24T12:00-05:00')).toBe(5)
    // Started on a Friday, and reported as done before the shift on Monday: a pause was forgotten.
    expect(hours('2026-10-23T14:00-05:00', '2026-10-26T05:00-05:00')).toBe(8.5)
  })

  it('a running interval counts closed time only before the first shift', () => {
    const soFar = (from: string, to: string) => workedSoFarMs(chicago, Date.parse(from), Date.parse(to)) / hourMs
    expect(soFar('2026-10-26T13:30-05:00', '2026-10-26T22:00-05:00')).toBe(1)
    expect(soFar('2026-10-26T05:00-05:00', '2026-10-26T05:30-05:00')).toBe(0.5)
  })

  it('an hour of work is an hour while the clocks change', () => {
    const nights: CalendarRules = { ...rulesIn('America/Chicago'), shift: null }
    const calendar = new WorkCalendar(nights, Date.UTC(2026, 9, 1))
    const worked = (from: string, to: string) => workedMs(calendar, Date.parse(from), Date.parse(to)) / hourMs
    // From midnight to 4:00 AM on the clock.
    expect(worked('2026-11-01T00:00-05:00', '2026-11-01T04:00-06:00')).toBe(5)
    expect(worked('2027-03-14T00:00-06:00', '2027-03-14T04:00-05:00')).toBe(3)
  })

  it('the hours match a count of every minute, also across clock changes', () => {
    const days = 10
    const starts = ['America/Chicago', 'Europe/Berlin', 'Australia/Lord_Howe'].flatMap((zone) =>
      [Date.UTC(2026, 9, 22), Date.UTC(2026, 2, 5), Date.UTC(2026, 5, 1)].map((fromMs) => ({ zone, fromMs })),
    )
    for (const { zone, fromMs } of starts) {
      const rules = rulesIn(zone)
      const open = workingMinutes(rules, fromMs, days * 1440)
      const calendar = new WorkCalendar(rules, fromMs - 86_400_000)
      fc.assert(
        fc.property(fc.nat(days * 1440 - 1), fc.integer({ min: 1, max: 5 * 1440 }), (from, length) => {
          const to = Math.min(days * 1440, from + length)
          const own = [...open.subarray(from, to)]
          const [first, last] = [own.indexOf(1), own.lastIndexOf(1)]
          const [before, after] = first < 0 ? [own.length, 0] : [first, own.length - 1 - last]
          const most = longestOvertimeMs / minuteMs
          const counted = own.filter(Boolean).length + Math.min(before, most) + Math.min(after, most)
          expect(workedMs(calendar, fromMs + from * minuteMs, fromMs + to * minuteMs)).toBe(counted * minuteMs)
        }),
        { numRuns: propertyRuns(300) },
      )
    }
  })
})
