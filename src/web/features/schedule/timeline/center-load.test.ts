import { describe, expect, it } from 'vitest'
import { operationFlag, projectFlag } from '#contract/schedule.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { type FixturePlan, fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { buildModel } from '../model/schedule-model.ts'
import { bandLayout } from './band-layout.ts'
import { centerLoad, type LoadSpan } from './center-load.ts'

// Monday 11/16/2026 in Chicago; open 08:00 to 16:00 on every day of three weeks.
const monday = Date.UTC(2026, 10, 16, 6)
const at = (day: number, hour: number) => monday + day * dayMs + hour * hourMs
const span = (day: number, from: number, to: number) => ({ startMs: at(day, from), endMs: at(day, to) })
const open = Array.from({ length: 21 }, (_, day) => [at(day, 8), at(day, 16)]).flat()
/** Wednesday noon. */
const nowMs = at(2, 12)

const loadOf = (plan: FixturePlan, loadSpan: LoadSpan, projectFlags?: number[]) => {
  const data = fixturePlan({ open, from: monday, to: at(21, 0), now: nowMs, ...plan })
  if (projectFlags) data.projects.flags = projectFlags
  const model = buildModel(data)
  const grid = new DayGrid(new ZoneClock('America/Chicago'), monday, at(20, 0), 1)
  const [band] = bandLayout({ model, grid, nowMs }, 'usual').bands
  const load = band && centerLoad({ model, grid, nowMs }, band, loadSpan)
  if (!load) throw new Error('The work center has no load.')
  return load
}

describe('the load of a work center on the timeline', () => {
  const done = { flags: operationFlag.completed, progress: 100 }
  const plan: FixturePlan = {
    projects: [
      [
        { ...span(0, 8, 12), ...done },
        { ...span(1, 8, 16), hours: 8 },
        { ...span(2, 12, 14), hours: 2 },
        { ...span(3, 8, 16), hours: 8 },
      ],
    ],
  }

  it('consists of the hours done on past days, the rest of today, and the planned hours of coming days', () => {
    // The work planned for Tuesday was not done, so it is backlog and belongs to no day.
    const { percents, backlogHours } = loadOf(plan, 'days')
    expect(percents.slice(0, 5)).toEqual([50, 0, 50, 100, 0])
    expect(backlogHours).toBe(8)
  })

  it('of this week counts only the time from now on, alone and in a row of weeks', () => {
    // 10 h of work in 36 h: 4 h today and 4 days of 8 h.
    expect(loadOf(plan, 'weeks').percents).toEqual([28, 0, 0])
    expect(loadOf(plan, 'thisWeek').percents).toEqual([28])
  })

  it('includes neither operations on hold nor projects that are on hold, cancelled or completed', () => {
    const held = { ...span(3, 8, 16), flags: operationFlag.onHold }
    const late = span(1, 8, 16)
    const two: FixturePlan = {
      projects: [
        [span(3, 8, 12), held],
        [span(4, 8, 16), late],
      ],
    }
    expect(loadOf(two, 'thisWeek')).toMatchObject({ loadHours: [12], backlogHours: 8 })
    for (const flag of Object.values(projectFlag))
      expect(loadOf(two, 'thisWeek', [0, flag]), String(flag)).toMatchObject({ loadHours: [4], backlogHours: 0 })
  })

  it('is null for a week whose working time is not known', () => {
    expect(loadOf({ ...plan, to: at(10, 0) }, 'weeks').percents).toEqual([28, null, null])
  })
})

describe('the order of the work centers', () => {
  const data = fixturePlan({
    projects: [
      [
        { ...span(3, 8, 10), hours: 2, category: 0 },
        { ...span(3, 8, 16), hours: 8, category: 2 },
      ],
    ],
    capacities: [1, 1, 1, 1],
    outside: [3],
    open,
    from: monday,
    to: at(21, 0),
    now: nowMs,
  })
  for (const [category, name] of ['Welding', 'Bending', 'Paint', 'Anodizing'].entries()) {
    const center = data.categories[category]
    if (center) center.name = name
  }
  const model = buildModel(data)
  const grid = new DayGrid(new ZoneClock('America/Chicago'), monday, at(20, 0), 1)
  it.each([
    ['usual', [0, 1, 2, 3]],
    ['load', [2, 0, 1, 3]],
    ['name', [1, 2, 0, 3]],
  ] as const)('%s has work outside last', (order, categories) => {
    const { bands } = bandLayout({ model, grid, nowMs }, order)
    expect(bands.map(({ category }) => category)).toEqual(categories)
    expect(bands.map(({ top }) => top)).toEqual([...bands.map(({ top }) => top)].sort((a, b) => a - b))
  })
})
