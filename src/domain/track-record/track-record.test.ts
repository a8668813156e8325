import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { dayMs } from '../time/units.ts'
import { calibrationOf, chancesOf } from './calibration.ts'
import { causeOutcomes, type NamedCause } from './cause-outcomes.ts'
import { forecastErrors } from './forecast-error.ts'
import { completionOf, horizonOf, type PastDate } from './past-date.ts'
import { shareInterval } from './share-interval.ts'

const nowMs = Date.parse('2026-11-18T12:00:00Z')
const at = (daysAgo: number): number => nowMs - daysAgo * dayMs

/** A date said two weeks ahead: 50 % at the forecast end, 80 % a day, 90 % two days later, 10 % two days earlier. */
const said = (endDaysAgo: number, completion: PastDate['completion'], more: Partial<PastDate> = {}): PastDate => {
  const endMs = at(endDaysAgo)
  const odds = { p10Ms: endMs - 2 * dayMs, p50Ms: endMs, p80Ms: endMs + dayMs, p90Ms: endMs + 2 * dayMs }
  return {
    projectId: `p${endDaysAgo} ${completion}`,
    saidMs: endMs - 14 * dayMs,
    endMs,
    odds,
    chance: 0.9,
    dueMs: endMs + dayMs,
    completion,
    ...more,
  }
}

describe('the completion of a project', () => {
  const facts = { phase: 'production', openOperations: 0, lastEndMs: 5, actualShipMs: 9 } as const

  it('a project ends with its last operation, whatever its phase says', () => {
    expect(completionOf(facts)).toBe(5)
    expect(completionOf({ ...facts, phase: 'shipped' })).toBe(5)
  })

  it('a project with open operations goes on until it is complete or shipped', () => {
    expect(completionOf({ ...facts, openOperations: 1 })).toBe('open')
    expect(completionOf({ ...facts, openOperations: 1, phase: 'on_hold' })).toBe('open')
    expect(completionOf({ ...facts, openOperations: 1, phase: 'shipped' })).toBe(9)
    expect(completionOf({ ...facts, openOperations: 1, phase: 'complete', actualShipMs: null })).toBe('unknown')
    expect(completionOf({ ...facts, lastEndMs: null })).toBe('open')
  })
})

describe('horizons', () => {
  it('a date belongs to one week, two or four weeks ahead by the forecast end said then', () => {
    const of = (days: number) => horizonOf({ saidMs: 0, endMs: days * dayMs })
    expect([3.4, 3.5, 7, 10.4, 10.5, 14, 17.4, 17.5, 21, 24.4, 24.5, 28, 31.4, 31.5].map(of)).toEqual([
      ...[null, 1, 1, 1, 2, 2, 2],
      ...[null, null, null, 4, 4, 4, null],
    ])
  })
})

describe('the calibration of odds', () => {
  it('dates count once their 90 % date has passed, and open projects have missed theirs', () => {
    const dates = [
      said(10, at(10.5)), // before 50 %
      said(11, at(10.5)), // before 80 %
      said(12, at(10.5)), // before 90 %
      said(13, at(10)), // after 90 %
      said(14, at(17)), // before 10 %
      said(15, 'open'),
      said(16, 'unknown'),
      said(1, at(3)), // its 90 % date is tomorrow: early success does not count before
      said(2, 'open', { odds: null }),
    ]
    const [all, one, two] = calibrationOf(dates, nowMs)
    expect(all).toEqual({ weeksAhead: null, dates: 6, projects: 6, by50: 2, by80: 3, by90: 4, within: 3 })
    expect(one).toMatchObject({ weeksAhead: 1, dates: 0, projects: 0 })
    expect(two).toEqual({ ...all, weeksAhead: 2 })
  })

  it('several dates of a project are one case', () => {
    const dates = [said(10, at(11), { projectId: 'a' }), said(12, at(11), { projectId: 'a' })]
    expect(calibrationOf(dates, nowMs)[0]).toMatchObject({ dates: 2, projects: 1 })
  })

  it('odds that were drawn rightly are confirmed at any time, although the dates of the last days are not over', () => {
    // Real completions are spread evenly over the ranges that were given, so that every share is known.
    const width = 10 * dayMs
    const dates = Array.from({ length: 4_000 }, (_, index) => {
      const beginMs = at(40) + ((index * 7) % 400) * 0.1 * dayMs
      const share = ((index * 37) % 1_000) / 1_000
      const end = (part: number) => beginMs + part * width
      const odds = { p10Ms: end(0.1), p50Ms: end(0.5), p80Ms: end(0.8), p90Ms: end(0.9) }
      const real = end(share + 0.0005)
      const completion = real <= nowMs ? real : ('open' as const)
      return said(0, completion, { projectId: String(index), saidMs: end(0.5) - 14 * dayMs, endMs: end(0.5), odds })
    })
    const [all] = calibrationOf(dates, nowMs)
    expect(all?.dates).toBeGreaterThan(2_000)
    const share = (count = 0) => count / (all?.dates ?? 1)
    expect(share(all?.by50)).toBeCloseTo(0.5, 1)
    expect(Math.abs(share(all?.by80) - 0.8)).toBeLessThan(0.03)
    expect(Math.abs(share(all?.by90) - 0.9)).toBeLessThan(0.03)
    expect(Math.abs(share(all?.within) - 0.8)).toBeLessThan(0.03)
  })

  it('chances are compared by fifths once the ship date planned then has passed', () => {
    const dates = [
      said(10, at(9.5), { chance: 1 }),
      said(10, at(8), { chance: 0.8 }),
      said(10, 'open', { chance: 0.1, projectId: 'open' }),
      said(10, at(20), { chance: 0.5, dueMs: nowMs + 1 }),
      said(10, at(20), { chance: 0.5, dueMs: null }),
      said(10, at(20), { chance: 0.5, dueMs: at(25) }),
      said(10, at(20), { chance: null }),
    ]
    expect(chancesOf(dates, nowMs).filter((bucket) => bucket.dates > 0)).toEqual([
      { from: 0, to: 0.2, meanChance: 0.1, dates: 1, projects: 1, onTime: 0 },
      { from: 0.8, to: 1, meanChance: 0.9, dates: 2, projects: 2, onTime: 1 },
    ])
  })
})

describe('forecast errors', () => {
  it('a forecast is compared a week after its end, and an open project is late by the days so far', () => {
    const dates = [
      said(8, at(10)), // 2 days early
      said(9, at(9)), // on the day
      said(10, at(5)), // 5 days late
      said(11, 'open'), // 11 days late so far
      said(6, at(6)), // too recent
    ]
    expect(forecastErrors({ said: dates, nowMs, zone: 'UTC' })[1]).toEqual({
      weeksAhead: 2,
      dates: 4,
      projects: 4,
      unfinished: 1,
      medianOffDays: 3.5,
      medianDays: 2.5,
      withinOne: 1,
      withinThree: 2,
      withinSeven: 3,
    })
  })

  it('days are those of the time zone of the organization', () => {
    const endMs = Date.parse('2026-11-02T03:30:00Z')
    const date = said(0, Date.parse('2026-11-02T20:00:00Z'), { endMs, saidMs: endMs - 14 * dayMs })
    const daysIn = (zone: string) => forecastErrors({ said: [date], nowMs, zone })[1]?.medianDays
    expect([daysIn('UTC'), daysIn('America/Chicago')]).toEqual([0, 1])
  })

  it('the figures of any dates equal those counted by hand', () => {
    const date = fc
      .record({
        end: fc.integer({ min: 1, max: 60 }),
        ahead: fc.integer({ min: 1, max: 40 }),
        off: fc.integer({ min: -20, max: 20 }),
      })
      .map(({ end, ahead, off }) => {
        const real = at(end - off)
        const completion = real <= nowMs ? real : ('open' as const)
        return { date: said(end, completion, { saidMs: at(end + ahead) }), ahead, end, days: Math.min(off, end) }
      })
    fc.assert(
      fc.property(fc.array(date, { maxLength: 30 }), (rows) => {
        const errors = forecastErrors({ said: rows.map((row) => row.date), nowMs, zone: 'UTC' })
        const ranges = [
          [4, 10],
          [11, 17],
          [25, 31],
        ] as const
        for (const [index, [from, to]] of ranges.entries()) {
          const counted = rows.filter(({ ahead, end }) => ahead >= from && ahead <= to && end >= 7)
          const sorted = counted.map(({ days }) => Math.abs(days)).sort((a, b) => a - b)
          const half = sorted.length / 2
          const middle = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
          const expected = sorted.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2
          expect(errors[index]).toMatchObject({
            dates: counted.length,
            medianOffDays: expected,
            withinThree: sorted.filter((days) => days < 4).length,
          })
        }
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})

describe('named causes', () => {
  const named = (key: string, projectId: string, more: Partial<NamedCause<string>> = {}): NamedCause<string> => ({
    key,
    projectId,
    saidMs: at(30),
    endMs: at(8),
    dueMs: at(10),
    completion: at(9),
    ...more,
  })
  const outcomes = (causes: readonly NamedCause<string>[]) => causeOutcomes({ named: causes, nowMs, zone: 'UTC' })

  it('a project counts once for each cause, from the first time before its ship date', () => {
    expect(
      outcomes([
        named('weld', 'a', { saidMs: at(20), endMs: at(1) }),
        named('weld', 'a'),
        named('weld', 'b', { completion: at(11) }),
        named('weld', 'c', { completion: 'open', endMs: at(4) }),
        named('material', 'a', { saidMs: at(9) }), // past its ship date already
        named('material', 'd', { dueMs: nowMs + 1 }), // not over
        named('material', 'e', { completion: 'unknown' }),
        named('pinned', 'f', { completion: at(10) }),
      ]),
    ).toEqual([
      { key: 'weld', projects: 3, late: 2, recovered: 1, medianForecastDays: 2, medianLateDays: 5.5 },
      { key: 'pinned', projects: 1, late: 0, recovered: 1, medianForecastDays: 2, medianLateDays: null },
    ])
  })
})

describe("Wilson's interval", () => {
  it('known intervals are found', () => {
    const rounded = (share: number, count: number) => {
      const { low, high } = shareInterval(share, count)
      return [low, high].map((value) => Math.round(value * 1_000) / 1_000)
    }
    expect(rounded(0.5, 10)).toEqual([0.237, 0.763])
    expect(rounded(0.8, 50)).toEqual([0.67, 0.888])
    expect(rounded(0, 10)).toEqual([0, 0.278])
    expect(rounded(1, 10)).toEqual([0.722, 1])
  })

  it('its bounds are the shares from which the observed one is 1.96 standard deviations away', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.integer({ min: 1, max: 5_000 }),
        (share, count) => {
          const { low, high } = shareInterval(share, count)
          expect(low).toBeLessThan(share)
          expect(high).toBeGreaterThan(share)
          for (const bound of [low, high])
            expect(Math.abs(share - bound) / Math.sqrt((bound * (1 - bound)) / count)).toBeCloseTo(1.96, 5)
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })
})
