import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import type { CalendarRules } from '../time/calendar-rules.ts'
import { hourMs } from '../time/units.ts'
import { addDone, addPlanned, isPlannedWork, loadPeriods, workCenterLoad } from './load.ts'
import { countOverCapacity, loadPercent } from './load-percent.ts'

const at = (text: string) => Date.parse(`2026-${text}:00Z`)
const rules: CalendarRules = { timeZone: 'UTC', shift: null, holidays: [], closedDayRule: 'shift', exceptions: [] }
const roundTheClock = new WorkCalendar(rules, at('11-01T00:00'))
/** Closed from Saturday 2026-11-21 to Sunday night. */
const weekendOff = new WorkCalendar(
  {
    ...rules,
    exceptions: [
      {
        kind: 'downtime',
        name: 'Weekend',
        startMs: at('11-21T00:00'),
        endMs: at('11-23T00:00'),
        categoryId: null,
      },
    ],
  },
  at('11-01T00:00'),
)
/** The same capacity at all times. */
const always = (capacity: number) => [{ fromMs: -Infinity, capacity }]
/** The previous week, the current one and the next. */
const bounds = ['11-09T00:00', '11-16T00:00', '11-23T00:00', '11-30T00:00'].map(at)
/** Wednesday, with 111 hours of the week remaining. */
const nowMs = at('11-18T09:00')
const periods = loadPeriods(roundTheClock, always(1), bounds, nowMs)

const planned = (start: string, end: string, leftHours: number, of = periods) => {
  const load = [0, 0, 0]
  const backlog = addPlanned(load, of, { startMs: at(start), endMs: at(end), leftHours })
  return { load, backlog }
}

describe('load', () => {
  it('load of upcoming work falls where the plan puts it', () => {
    expect(planned('11-19T06:00', '11-19T16:00', 10)).toEqual({ load: [0, 10, 0], backlog: 0 })
    expect(planned('11-22T00:00', '11-26T04:00', 100)).toEqual({ load: [0, 24, 76], backlog: 0 })
    expect(planned('11-29T12:00', '12-01T14:00', 50)).toEqual({ load: [0, 0, 12], backlog: 0 })
    expect(planned('12-01T00:00', '12-02T00:00', 24)).toEqual({ load: [0, 0, 0], backlog: 0 })
  })

  it('load is spread evenly over the planned time, even if that is longer or shorter than the hours', () => {
    expect(planned('11-22T00:00', '11-24T00:00', 12)).toEqual({ load: [0, 6, 6], backlog: 0 })
    expect(planned('11-22T12:00', '11-23T12:00', 48)).toEqual({ load: [0, 24, 24], backlog: 0 })
  })

  it('load counts only the working time of the work center', () => {
    const open = loadPeriods(weekendOff, always(2), bounds, nowMs)
    expect(planned('11-20T12:00', '11-23T12:00', 24, open)).toEqual({ load: [0, 12, 12], backlog: 0 })
    expect(open.openHours).toEqual([2 * 168, 2 * 63, 2 * 168])
    // This work is planned by hand on the closed Saturday.
    expect(planned('11-21T06:00', '11-21T12:00', 6, open)).toEqual({ load: [0, 6, 0], backlog: 0 })
  })

  it('load is compared with the capacity at each hour, including capacity that changes within a period or while the work center is closed', () => {
    const steps = [...always(2), { fromMs: at('11-20T00:00'), capacity: 1 }, { fromMs: at('11-24T12:00'), capacity: 3 }]
    const open = loadPeriods(weekendOff, steps, bounds, nowMs)
    // Two of two until Friday, then one; in the next week one for a day and a half, then three.
    expect(open.openHours).toEqual([2 * 168, 2 * 39 + 24, 36 + 3 * 132])
    const atWeekend = [
      ...always(2),
      { fromMs: at('11-21T06:00'), capacity: 1 },
      { fromMs: at('11-22T18:00'), capacity: 2 },
    ]
    expect(loadPeriods(weekendOff, atWeekend, bounds, nowMs).openHours).toEqual([2 * 168, 2 * 63, 2 * 168])
  })

  it('load of the current period is the remaining work against the remaining open hours', () => {
    expect(periods.openHours).toEqual([168, 111, 168])
    // Nothing was done from Monday to Wednesday; the rest of the week is full, and no more than full.
    expect(planned('11-18T09:00', '11-23T00:00', 111).load[1]).toBe(111)
    const lastHour = loadPeriods(roundTheClock, always(1), bounds, at('11-22T23:00'))
    expect(lastHour.openHours).toEqual([168, 1, 168])
    expect(planned('11-22T23:00', '11-23T04:00', 5, lastHour).load).toEqual([0, 1, 4])
  })

  it('load of a past period is the work done in it, without gaps from its start and at most until its end', () => {
    const doneOf = (start: string, until: string, doneHours: number) => {
      const into = [0, 0, 0]
      addDone(into, periods, { startMs: at(start), untilMs: at(until), doneHours })
      return into
    }
    expect(doneOf('11-10T06:00', '11-10T20:00', 5)).toEqual([5, 0, 0])
    // Work that was faster than estimated counts only with the time it took.
    expect(doneOf('11-10T06:00', '11-10T10:00', 9)).toEqual([4, 0, 0])
    expect(doneOf('11-08T20:00', '11-12T00:00', 10)).toEqual([6, 0, 0])
    // Work done in the current week is not part of the figures about the rest of the week.
    expect(doneOf('11-15T20:00', '11-17T00:00', 10)).toEqual([4, 0, 0])
  })

  it('load does not count work that is done, on hold, or in a project that is not under way', () => {
    const open = { completed: false, onHold: false, projectOpen: true }
    expect(isPlannedWork(open)).toBe(true)
    expect(isPlannedWork({ ...open, completed: true })).toBe(false)
    expect(isPlannedWork({ ...open, onHold: true })).toBe(false)
    expect(isPlannedWork({ ...open, projectOpen: false })).toBe(false)
  })

  it('over capacity means 101 percent or more, or any load without open hours', () => {
    expect([loadPercent(100.4, 100), loadPercent(100.6, 100), loadPercent(1, 0), loadPercent(0, 0)]).toEqual([
      100,
      101,
      Number.POSITIVE_INFINITY,
      null,
    ])
    const centers = [
      { loadHours: [10, 0], openHours: [5, 5] },
      { loadHours: [5, 5], openHours: [5, 5] },
      { loadHours: [0, 1], openHours: [5, 0] },
    ]
    expect(countOverCapacity(centers)).toBe(2)
  })
})

describe('backlog', () => {
  it('backlog is all remaining hours of work whose planned end has passed, and none of it counts as load', () => {
    expect(planned('11-02T06:00', '11-02T10:00', 4)).toEqual({ load: [0, 0, 0], backlog: 4 })
    expect(planned('11-17T06:00', '11-18T09:00', 27)).toEqual({ load: [0, 0, 0], backlog: 27 })
  })

  it('backlog is the part that does not fit between now and the planned end of work that should have started', () => {
    // 20 h from 5 am on, not begun at 9 am.
    expect(planned('11-18T05:00', '11-19T01:00', 20)).toEqual({ load: [0, 16, 0], backlog: 4 })
    // Three of these four hours are done.
    expect(planned('11-18T05:00', '11-19T01:00', 17)).toEqual({ load: [0, 16, 0], backlog: 1 })
    // Ahead of the plan.
    expect(planned('11-18T05:00', '11-19T01:00', 8)).toEqual({ load: [0, 8, 0], backlog: 0 })
  })

  it('backlog is counted once, outside the periods, however the periods are chosen', () => {
    const work = [
      { startMs: at('11-02T06:00'), endMs: at('11-02T10:00'), leftHours: 4 },
      { startMs: at('11-19T06:00'), endMs: at('11-19T16:00'), leftHours: 10 },
    ]
    const next = loadPeriods(roundTheClock, always(1), bounds.slice(2), nowMs)
    expect(workCenterLoad(periods, work, [])).toEqual({
      loadHours: [0, 10, 0],
      openHours: [168, 111, 168],
      backlogHours: 4,
    })
    expect(workCenterLoad(next, work, [])).toEqual({ loadHours: [0], openHours: [168], backlogHours: 4 })
  })
})

const work = fc
  .tuple(fc.integer({ min: -400, max: 150 }), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 100 }))
  .map(([start, hours, percent]) => ({
    startMs: nowMs + start * hourMs,
    endMs: nowMs + (start + hours) * hourMs,
    leftHours: (hours * percent) / 100,
  }))

describe('load and backlog together', () => {
  it('load and backlog together count every remaining hour exactly once', () => {
    const wide = loadPeriods(roundTheClock, always(1), [at('11-01T00:00'), ...bounds, at('12-20T00:00')], nowMs)
    fc.assert(
      fc.property(fc.array(work), (list) => {
        const { loadHours, backlogHours } = workCenterLoad(wide, list, [])
        const sum = loadHours.reduce((a, b) => a + b, backlogHours)
        expect(sum).toBeCloseTo(
          list.reduce((a, { leftHours }) => a + leftHours, 0),
          1,
        )
        expect(loadHours.slice(0, 2)).toEqual([0, 0])
      }),
      { seed: 11, numRuns: propertyRuns(200) },
    )
  })

  it('a plan that runs one operation at a time never exceeds 100 percent, however far behind it is', () => {
    fc.assert(
      fc.property(fc.array(work), (list) => {
        let freeMs = at('11-03T00:00')
        const queue = list.map(({ startMs, endMs, leftHours }) => {
          const [fromMs, toMs] = [freeMs, freeMs + endMs - startMs]
          freeMs = toMs
          return { startMs: fromMs, endMs: toMs, leftHours }
        })
        expect(countOverCapacity([workCenterLoad(periods, queue, [])])).toBe(0)
      }),
      { seed: 12, numRuns: propertyRuns(200) },
    )
  })
})
