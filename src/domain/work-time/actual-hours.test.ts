import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { actualHours } from './actual-hours.ts'
import { workedMs } from './worked-time.ts'

const hourMs = 3_600_000
const week = [1, 2, 3, 4, 5]
const calendar = new WorkCalendar(
  {
    timeZone: 'UTC',
    shift: {
      shiftId: 's',
      name: 'Day',
      versions: [
        {
          effectiveFrom: null,
          periods: week.map((weekday) => ({ weekday, fromMinute: 480, toMinute: 960 })),
          breaks: [],
        },
      ],
    },
    holidays: [],
    closedDayRule: 'shift',
    exceptions: [],
  },
  Date.UTC(2026, 9, 1),
)
/** An hour of Monday, October 26. */
const at = (hour: number) => Date.UTC(2026, 9, 26) + hour * hourMs
const interval = (from: number, to: number | null) => ({
  startMs: at(from),
  endMs: to === null ? null : at(to),
  workedHours: to === null ? null : to - from,
})
const [startMs, endMs] = [at(8), at(34)]

/** Two shifts from 4 PM to 8 AM, every day of the week, in Chicago. */
const chicago = new WorkCalendar(
  {
    timeZone: 'America/Chicago',
    shift: {
      shiftId: 'n',
      name: 'Night',
      versions: [
        {
          effectiveFrom: null,
          periods: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 960, toMinute: 1920 })),
          breaks: [],
        },
      ],
    },
    holidays: [],
    closedDayRule: 'shift',
    exceptions: [],
  },
  Date.UTC(2026, 0, 1),
)
const clock = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', hour: 'numeric', hourCycle: 'h23' })
const isOpen = (ms: number): boolean => {
  const hour = Number(clock.format(ms))
  return hour < 8 || hour >= 16
}
const quarterMs = hourMs / 4

describe('the actual hours of an operation', () => {
  it('daylight saving neither adds nor removes worked hours', () => {
    // The days around the two changes of 2026, in quarter hours of elapsed time.
    const changes = [Date.UTC(2026, 2, 8, 8), Date.UTC(2026, 10, 1, 7)]
    const quarters = 4 * 60
    const drawn = fc.tuple(
      fc.constantFrom(...changes),
      fc.array(fc.nat(quarters), { minLength: 2, maxLength: 8 }).map((cuts) => cuts.toSorted((a, b) => a - b)),
    )
    fc.assert(
      fc.property(drawn, ([changeMs, cuts]) => {
        const at = (cut: number) => changeMs - 30 * hourMs + cut * quarterMs
        const spans = cuts.slice(1).flatMap((cut, index) => {
          const [from, to] = [at(cuts[index] ?? 0), at(cut)]
          // Closed time at the edges of an interval would count as overtime.
          return from < to && isOpen(from) && isOpen(to - quarterMs) ? [{ startMs: from, endMs: to }] : []
        })
        const intervals = spans.map((span) => ({
          ...span,
          workedHours: workedMs(chicago, span.startMs, span.endMs) / hourMs,
        }))
        const worked = spans.flatMap(({ startMs, endMs }) =>
          Array.from({ length: (endMs - startMs) / quarterMs }, (_, index) => startMs + index * quarterMs).filter(
            isOpen,
          ),
        )
        const { hours } = actualHours({ intervals, startMs: null, endMs: null }, chicago)
        expect(hours).toBeCloseTo(worked.length / 4, 9)
      }),
      { numRuns: propertyRuns(500) },
    )
    // The night of the change in November has 17 hours, and the one in March 15.
    const hoursOf = (from: string, to: string) => workedMs(chicago, Date.parse(from), Date.parse(to)) / hourMs
    expect(hoursOf('2026-10-31T21:00:00Z', '2026-11-01T14:00:00Z')).toBe(17)
    expect(hoursOf('2026-03-07T22:00:00Z', '2026-03-08T13:00:00Z')).toBe(15)
  })

  it('intervals add up, and waiting between them does not count', () => {
    const intervals = [interval(8, 9.5), interval(12, 13), interval(15, null)]
    expect(actualHours({ intervals, startMs, endMs }, calendar)).toEqual({ hours: 2.5, includesWaiting: false })
  })

  it('two people at once count once', () => {
    const intervals = [interval(8, 11), interval(10, 12), interval(12, 13)]
    expect(actualHours({ intervals, startMs, endMs }, calendar)).toEqual({ hours: 5, includesWaiting: false })
  })

  it('without intervals they are the open hours between start and end, which include waiting', () => {
    expect(actualHours({ intervals: [], startMs, endMs }, calendar)).toEqual({ hours: 10, includesWaiting: true })
    expect(actualHours({ intervals: [], startMs, endMs: null }, calendar)).toEqual({ hours: 0, includesWaiting: false })
  })

  it('they are the hours in which at least one interval was running, in any order', () => {
    const slots = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(fc.array(slots, { minLength: 1, maxLength: 12 }), (drawn) => {
        // Quarter hours of one shift.
        const intervals = drawn.map(([from, length]) => interval(8 + from / 4, 8 + Math.min(32, from + length) / 4))
        const worked = Array.from({ length: 32 }, (_, slot) => at(8 + slot / 4)).filter((ms) =>
          intervals.some((one) => one.startMs <= ms && ms < (one.endMs ?? 0)),
        )
        const { hours } = actualHours({ intervals, startMs, endMs }, calendar)
        expect(hours).toBeCloseTo(worked.length / 4, 9)
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})
