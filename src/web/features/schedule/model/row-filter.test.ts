import { describe, expect, it } from 'vitest'
import { operationFlag, projectFlag } from '#contract/schedule.ts'
import { fixturePlan } from './plan-fixture.ts'
import { filterProjects, type RowFilter } from './row-filter.ts'
import { projectOrder } from './row-list.ts'
import { buildModel, projectEnd } from './schedule-model.ts'
import { dayMs, hourMs } from './units.ts'

const midnight = Date.UTC(2026, 10, 9, 6)
const now = midnight + 3 * dayMs
const span = (day: number) => ({ startMs: midnight + day * dayMs, endMs: midnight + day * dayMs + 4 * hourMs })
const done = { ...span(0), flags: operationFlag.completed }

// 0 on time, 1 late, 2 unscheduled, 3 also past due, 4 on hold, 5 cancelled, 6 shipped late, 7 partly scheduled.
const plan = fixturePlan({
  projects: [[span(4)], [span(6)], [done, {}], [done, {}], [done, {}], [{}], [done], [span(4), {}]],
  dueMs: [9, 5, 9, 1, 1, 1, -1, 9].map((day) => midnight + day * dayMs),
  states: ['onTime', 'late', 'unscheduled', 'unscheduled', 'onHold', 'cancelled', 'complete', 'onTime'],
  now,
})
plan.projects.flags[4] = projectFlag.onHold
plan.projects.flags[5] = projectFlag.cancelled
plan.projects.flags[6] = projectFlag.completed
const model = buildModel(plan)

describe('projects with unscheduled open work', () => {
  it('have no end, even when some of their operations are done', () => {
    const ends = [2, 3, 4, 5, 6, 7].map((project) => projectEnd(model, project) > 0)
    expect(ends).toEqual([false, false, false, false, true, true])
  })

  it('add to the unscheduled operations unless they are on hold or cancelled', () => {
    expect(model.unplacedOperations).toBe(3)
  })
})

describe('the row filter', () => {
  const shown = (filter: Partial<RowFilter>) =>
    [...filterProjects(model, projectOrder(model), { q: '', show: 'all', ...filter })].sort()
  it.each([
    [{}, [0, 1, 2, 3, 4, 5, 6, 7]],
    [{ show: 'late' }, [1]],
    [{ show: 'unplaced' }, [2, 3, 7]],
    [{ q: '#1033' }, [2]],
    [{ q: ' FRAME #1034 ' }, [3]],
    [{ q: 'frame', show: 'late' }, [1]],
    [{ q: 'nowhere' }, []],
  ] satisfies [Partial<RowFilter>, number[]][])('shows the matching projects for %j', (filter, projects) => {
    expect(shown(filter)).toEqual(projects)
  })
})
