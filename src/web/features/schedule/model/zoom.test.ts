import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { planSpan } from './plan-span.ts'
import { buildModel } from './schedule-model.ts'
import { buildScale, zoomOf } from './time-scale.ts'
import { timeTicks } from './time-ticks.ts'

const midnight = Date.UTC(2026, 10, 9, 6)
const clock = new ZoneClock('America/Chicago')
const grid = new DayGrid(clock, midnight, midnight + 30 * dayMs)

describe('a zoom', () => {
  it('is the level with the closest days, and the rest as its stretch', () => {
    expect(zoomOf('gantt', 48)).toEqual({ zoom: 'days', stretch: 1 })
    expect(zoomOf('gantt', 60)).toEqual({ zoom: 'days', stretch: 1.25 })
    expect(zoomOf('gantt', 20)).toEqual({ zoom: 'weeks', stretch: 1.667 })
    expect(zoomOf('timeline', 110)).toEqual({ zoom: 'days', stretch: 1 })
    expect(zoomOf('gantt', 1e6).zoom).toBe('hours')
    expect(zoomOf('gantt', 0).zoom).toBe('months')
  })

  it('draws days of the wanted width', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.5, max: 1440, noNaN: true }), fc.constantFrom('gantt', 'timeline'), (px, view) => {
        const { zoom, stretch } = zoomOf(view, px)
        expect(Math.abs(buildScale(grid, view, zoom, stretch).pxPerDay / px - 1)).toBeLessThan(0.005)
      }),
    )
  })

  it('has a time on the axis for each hour, or only for some hours when there is less room', () => {
    const words = { time: (ms: number) => String(ms) }
    const hoursAt = (pxPerDay: number) =>
      timeTicks({ grid, clock, words }, { zoom: 'hours', pxPerDay }, midnight, midnight + dayMs - 1).lower.length
    expect([960, 480, 320, 160, 80].map(hoursAt)).toEqual([24, 12, 8, 4, 2])
  })
})

it('the span of a plan is that of its open work', () => {
  const span = (from: number, to: number) => ({ startMs: midnight + from * hourMs, endMs: midnight + to * hourMs })
  const model = buildModel(fixturePlan({ projects: [[{ ...span(0, 2), flags: 1 }, span(4, 6)], [span(5, 9)], [{}]] }))
  expect(planSpan(model, [0, 1, 2])).toEqual([midnight + 4 * hourMs, midnight + 9 * hourMs])
  expect(planSpan(model, [2])).toBeNull()
})
