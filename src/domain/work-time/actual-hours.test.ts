import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { actualHours } from './actual-hours.ts'

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

describe('the actual hours of an operation', () => {
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
