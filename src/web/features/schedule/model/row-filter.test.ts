import { describe, expect, it } from 'vitest'
import { operationFlag, projectFlag } from '#contract/schedule.ts'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { filterProjects, operationTest } from './row-filter.ts'
import { projectOrder } from './row-list.ts'
import { noFilter, type RowFilter } from './schedule-choices.ts'
import { buildModel, projectEnd } from './schedule-model.ts'

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
    [...filterProjects(model, projectOrder(model), { ...noFilter, ...filter })].sort()
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

describe('a filter for operations', () => {
  const now = midnight + 3 * dayMs
  const flagged = (day: number, flags: number, category = 0) => ({ ...span(day), flags, category })
  const busy = fixturePlan({
    projects: [
      [flagged(4, operationFlag.pinned), flagged(4, 0), flagged(5, operationFlag.onHold, 1)],
      [
        { ...flagged(6, operationFlag.warned, 1), materialReadyMs: midnight + 5 * dayMs },
        { ...flagged(7, 0), pool: 2 },
      ],
      [flagged(0, operationFlag.completed | operationFlag.pinned)],
    ],
    capacities: [1, 1, 1],
    pools: [2],
    now,
  })
  const plan = buildModel(busy)
  it.each([
    [{ only: 'overload' }, [0, 1], [0]],
    [{ only: 'material' }, [3], [1]],
    [{ only: 'onHold' }, [2], [0]],
    [{ only: 'pinned' }, [0], [0]],
    [{ only: 'warning' }, [3], [1]],
    [{ center: 'category-1' }, [2, 3], [0, 1]],
    [{ center: 'category-2' }, [4], [1]],
    [{ center: 'category-1', only: 'warning' }, [3], [1]],
    [{ center: 'deleted' }, [], []],
  ] satisfies [Partial<RowFilter>, number[], number[]][])(
    'shows them and their projects for %j',
    (filter, rows, projects) => {
      const whole = { ...noFilter, ...filter }
      const isShown = operationTest(plan, whole)
      expect(busy.operations.ids.map((_, row) => row).filter((row) => isShown?.(row))).toEqual(rows)
      expect([...filterProjects(plan, projectOrder(plan), whole)].sort()).toEqual(projects)
    },
  )

  it('is none when the filter is for projects', () => {
    expect(operationTest(plan, { ...noFilter, q: 'frame', show: 'late' })).toBeNull()
  })
})
