import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeZones } from '#contract/time-zones.ts'
import { hourMs, minuteMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { DayGrid, isoWeek } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { formatTime } from '#web/lib/format-date.ts'
import type { ScheduleZoom } from './schedule-zoom.ts'
import { buildScale, msAt, snapStart, xOf, zoomBy } from './time-scale.ts'
import { timeTicks } from './time-ticks.ts'

const zone = fc.constantFrom(...timeZones.map((entry) => entry.zone))
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) })

describe('the days of the time axis', () => {
  it('begin at local midnight and are 23, 24 or 25 hours long', () => {
    fc.assert(
      fc.property(zone, instant, (name, ms) => {
        const clock = new ZoneClock(name)
        const grid = new DayGrid(clock, ms, ms + 400 * 24 * hourMs)
        for (let day = 0; day < grid.count; day += 1) {
          const length = (valueAt(grid.startMs, day + 1) - valueAt(grid.startMs, day)) / hourMs
          expect(length).toBeGreaterThanOrEqual(23)
          expect(length).toBeLessThanOrEqual(25)
          expect(clock.wallAt(valueAt(grid.startMs, day)) % (24 * hourMs)).toBe(0)
          expect(grid.indexAt(valueAt(grid.startMs, day))).toBe(day)
        }
      }),
      { numRuns: 20 },
    )
  })
  it('belong to the week that ISO 8601 gives them', () => {
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

describe('the time axis', () => {
  const clock = new ZoneClock('America/Chicago')
  const now = Date.UTC(2026, 10, 18, 16, 24)
  const words = {
    time: (ms: number) => formatTime(ms, { zone: clock.zone, dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }),
  }
  const grid = new DayGrid(clock, now - 20 * 24 * hourMs, now + 60 * 24 * hourMs)
  it('converts instants to pixels and back', () => {
    const scale = buildScale(grid, 'gantt', 'days')
    expect(msAt(scale, xOf(scale, now))).toBeCloseTo(now, -1)
    expect(scale.pxPerDay).toBe(48)
  })
  it('labels hours, days, weeks and months', () => {
    const labels = (zoom: ScheduleZoom) => {
      const { upper, lower } = timeTicks({ grid, clock, words }, { zoom, pxPerDay: 480 }, now, now + 24 * hourMs)
      return [upper[0]?.label, lower[0]?.label]
    }
    expect(labels('hours')).toEqual(['Wed 18 · November 2026', '10 AM'])
    expect(labels('days')).toEqual(['Week 47 · November 2026', 'Wed 18'])
    expect(labels('weeks')).toEqual(['November 2026', 'Nov 16'])
    expect(labels('months')).toEqual(['2026', 'November'])
  })
  it.each([
    [1, 'Mon 16', 47],
    [6, 'Sat 14', 47],
    [7, 'Sun 15', 47],
    [4, 'Thu 12', 46],
    [5, 'Fri 13', 47],
  ])('begins weeks on day %i of the week and numbers them by their Thursday', (weekStartsOn, first, week) => {
    const weeks = new DayGrid(clock, valueAt(grid.startMs, 0), now + 60 * 24 * hourMs, weekStartsOn)
    const { upper } = timeTicks({ grid: weeks, clock, words }, { zoom: 'days', pxPerDay: 48 }, now, now)
    const { lower } = timeTicks(
      { grid: weeks, clock, words },
      { zoom: 'days', pxPerDay: 48 },
      upper[0]?.fromMs as number,
      now,
    )
    expect([upper[0]?.label.split(' · ')[0], lower[0]?.label]).toEqual([`Week ${week}`, first])
    expect(weeks.daysIntoWeek(weeks.indexAt(now))).toBe(lower.length - 1)
  })
  it.each([
    ['a day of 24 hours', Date.UTC(2026, 10, 18), 12, []],
    ['a spring day of 23 hours', Date.UTC(2027, 2, 14), 12, ['3 AM']],
    ['an autumn day of 25 hours', Date.UTC(2026, 10, 1), 12, []],
  ])('labels every second hour of %s in local time', (_, date, count, moved) => {
    const days = new DayGrid(clock, clock.instantOf(date - 24 * hourMs), clock.instantOf(date + 48 * hourMs))
    const [from, to] = [clock.instantOf(date), clock.instantOf(date + 24 * hourMs)]
    const { lower } = timeTicks({ grid: days, clock, words }, { zoom: 'hours', pxPerDay: 480 }, from, to)
    expect(lower).toHaveLength(count)
    expect(lower[0]?.fromMs).toBe(from)
    expect(lower.at(-1)?.toMs).toBe(to)
    for (let k = 1; k < lower.length; k += 1) expect(lower[k]?.fromMs).toBe(lower[k - 1]?.toMs)
    const even = lower.map(({ label }) => label).filter((label) => Number.parseInt(label, 10) % 2 === 1)
    expect(even).toEqual(moved)
  })
  it('snaps to quarter hours at Hours and Days, otherwise to whole days at the same time of day, across a clock change', () => {
    const six = clock.instantOf(Date.UTC(2026, 9, 30, 6))
    expect(clock.wallAt(snapStart(clock, 'days', six, six + 8 * minuteMs))).toBe(Date.UTC(2026, 9, 30, 6, 15))
    expect(snapStart(clock, 'hours', six, six + 8 * minuteMs)).toBe(snapStart(clock, 'days', six, six + 8 * minuteMs))
    expect(clock.wallAt(snapStart(clock, 'weeks', six, six + 76 * hourMs))).toBe(Date.UTC(2026, 10, 2, 6))
  })
  it('stops zooming at hours and at months', () => {
    const steps = [zoomBy('hours', 1), zoomBy('days', 1), zoomBy('days', -1), zoomBy('months', -1)]
    expect(steps).toEqual(['hours', 'hours', 'weeks', 'months'])
  })
})
