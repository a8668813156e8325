import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeZones } from '#contract/vocabulary.ts'
import { DayGrid, isoWeek } from './day-grid.ts'
import { buildScale, msAt, snapStart, xOf, zoomBy } from './time-scale.ts'
import { timeTicks } from './time-ticks.ts'
import { hourMs, minuteMs } from './units.ts'
import { ZoneClock } from './zone-clock.ts'

const zone = fc.constantFrom(...timeZones.map((entry) => entry.zone))
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) })

describe('days', () => {
  it('begin at local midnight and are 23, 24 or 25 hours long', () => {
    fc.assert(
      fc.property(zone, instant, (name, ms) => {
        const clock = new ZoneClock(name)
        const grid = new DayGrid(clock, ms, ms + 400 * 24 * hourMs)
        for (let day = 0; day < grid.count; day += 1) {
          const length = ((grid.startMs[day + 1] as number) - (grid.startMs[day] as number)) / hourMs
          expect(length).toBeGreaterThanOrEqual(23)
          expect(length).toBeLessThanOrEqual(25)
          expect(clock.wallAt(grid.startMs[day] as number) % (24 * hourMs)).toBe(0)
          expect(grid.indexAt(grid.startMs[day] as number)).toBe(day)
        }
      }),
      { numRuns: 20 },
    )
  })
  it('counts weeks as ISO 8601 does', () => {
    expect(
      [
        [2026, 10, 18],
        [2027, 0, 3],
        [2024, 11, 30],
        [2020, 11, 31],
      ].map(([y, m, d]) => isoWeek(new Date(Date.UTC(y ?? 0, m ?? 0, d)))),
    ).toEqual([47, 53, 1, 53])
  })
})

describe('time axis', () => {
  const clock = new ZoneClock('America/Chicago')
  const now = Date.UTC(2026, 10, 18, 16, 24)
  const grid = new DayGrid(clock, now - 20 * 24 * hourMs, now + 60 * 24 * hourMs)
  it('maps instants to px and back', () => {
    const scale = buildScale(grid, 'gantt', 'days')
    expect(msAt(scale, xOf(scale, now))).toBeCloseTo(now, -1)
    expect(scale.pxPerDay).toBe(48)
  })
  it('names weeks, days and months', () => {
    const labels = (zoom: 'days' | 'weeks' | 'months') => {
      const { upper, lower } = timeTicks(grid, zoom, now, now + 24 * hourMs)
      return [upper[0]?.label, lower[0]?.label]
    }
    expect(labels('days')).toEqual(['Week 47 · November 2026', 'Wed 18'])
    expect(labels('weeks')).toEqual(['November 2026', 'Nov 16'])
    expect(labels('months')).toEqual(['2026', 'November'])
  })
  it('snaps to quarter hours at Days and to whole days, keeping the time of day, across a clock change', () => {
    const six = clock.instantOf(Date.UTC(2026, 9, 30, 6))
    expect(clock.wallAt(snapStart(clock, 'days', six, six + 8 * minuteMs))).toBe(Date.UTC(2026, 9, 30, 6, 15))
    expect(clock.wallAt(snapStart(clock, 'weeks', six, six + 76 * hourMs))).toBe(Date.UTC(2026, 10, 2, 6))
  })
  it('zooms no further than days and months', () => {
    expect([zoomBy('days', 1), zoomBy('days', -1), zoomBy('months', -1)]).toEqual(['days', 'weeks', 'months'])
  })
})
