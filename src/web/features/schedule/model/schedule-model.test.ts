import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { indexLinks, linkedTo } from '#domain/schedule/link-index.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { laterByForecast, projectLateness } from './project-lateness.ts'
import { buildRows, projectOrder, projectRow, rowPositions } from './row-list.ts'
import { buildModel, toneOf } from './schedule-model.ts'

const midnight = Date.UTC(2026, 10, 9, 6)
const span = (day: number, hours: number) => ({
  startMs: midnight + day * dayMs,
  endMs: midnight + day * dayMs + hours * hourMs,
})

describe('the link index', () => {
  it('lists the links between known operations at their ends and drops the others', () => {
    const link = fc.tuple(fc.integer({ min: -2, max: 9 }), fc.integer({ min: -2, max: 9 }))
    fc.assert(
      fc.property(fc.array(link, { maxLength: 40 }), (links) => {
        const [from, to] = [new Int32Array(links.map((link) => link[0])), new Int32Array(links.map((link) => link[1]))]
        const index = indexLinks(8, from, to)
        const inside = (row: number) => row >= 0 && row < 8
        for (let op = 0; op < 8; op++) {
          const mine = links.filter(([from, to]) => from === op && inside(to))
          expect([...linkedTo(index, op)]).toEqual(mine.map(([, to]) => to))
        }
        expect(index.other.length).toBe(links.filter(([from, to]) => inside(from) && inside(to)).length)
      }),
    )
  })
})

describe('the schedule model', () => {
  const model = buildModel(
    fixturePlan({
      projects: [
        [span(0, 4), { ...span(3, 4), flags: operationFlag.completed }],
        [{}, { flags: operationFlag.unplaced }],
        [{ ...span(9, 8), state: 'projectedLate' }],
      ],
      states: ['onTime', 'unscheduled', 'late'],
      latenessDays: [-1, null, 8],
      pastDueDays: [null, 16, 2],
      dueMs: [midnight + 2 * dayMs, 0, midnight + dayMs],
      now: midnight,
    }),
  )
  it('counts placed open operations and finds the start and end of each project', () => {
    expect([model.placedOperations, model.placedProjects, model.unplacedOperations]).toEqual([2, 2, 2])
    expect([model.projectStartMs[0], model.projectEndMs[0]]).toEqual([midnight, midnight + 3 * dayMs + 4 * hourMs])
  })
  it('places completed work that no plan has scheduled at its actual dates, and at its end when only that is known', () => {
    const flags = operationFlag.completed | operationFlag.unplaced
    const { startMs, endMs } = span(1, 2)
    const done = buildModel(
      fixturePlan({
        projects: [
          [
            { startMs, endMs, flags },
            { startMs: 0, endMs, flags },
          ],
        ],
        states: ['onTime'],
        latenessDays: [null],
        pastDueDays: [null],
        dueMs: [0],
        now: midnight,
      }),
    )
    expect([...done.startMs]).toEqual([startMs, endMs])
    expect([done.projectEndMs[0], done.unplacedOperations]).toEqual([endMs, 0])
  })
  it('colors a bar by the state of its operation', () => {
    expect([0, 1, 4].map((op) => toneOf(model, op))).toEqual(['planned', 'done', 'late'])
  })
  it('lists projects by ship date and the operations of expanded projects below them', () => {
    const rows = buildRows(model, projectOrder(model), (project) => project === 0)
    expect([...rows]).toEqual([projectRow(2), projectRow(0), 0, 1, projectRow(1)])
    expect([...rowPositions(model, rows).ofOperation]).toEqual([2, 3, -1, -1, -1])
  })
  it('words the lateness of a project as the other screens do', () => {
    expect([0, 1, 2].map((project) => projectLateness(model, project))).toEqual([
      { state: 'onTime', text: '1 d slack', pastDue: null, days: '1 d slack' },
      { state: 'unscheduled', text: 'Not scheduled', pastDue: '16 d past due', days: '16 d past due' },
      { state: 'late', text: '8 d late', pastDue: '2 d past due', days: '8 d late · 2 d past due' },
    ])
  })
})

describe('the forecast of a project', () => {
  it('is drawn from the planned end on only where it ends on a later day', () => {
    const clock = new ZoneClock('America/Chicago')
    const dueMs = [2, 2, 1, 2].map((days) => midnight + days * dayMs)
    const model = buildModel(
      fixturePlan({
        projects: [[span(0, 24)], [span(1, 24)], [span(2, 4)], [{}]],
        dueMs,
        latenessDays: [3, 0, -1, 5],
      }),
    )
    const grid = new DayGrid(clock, midnight, midnight + 30 * dayMs, 1)
    const later = [0, 1, 2, 3].map((project) => laterByForecast(model, grid, project))
    // The first ends at midnight, so on the day before; its forecast is three days after its ship date.
    expect(later.map((ms) => ms && grid.indexAt(ms))).toEqual([4, 0, 0, 0])
  })
})
