import { describe, expect, it } from 'vitest'
import { operationFlag, projectFlag } from '#contract/schedule.ts'
import { DayGrid } from './day-grid.ts'
import { fixturePlan } from './plan-fixture.ts'
import { projectLateness } from './project-lateness.ts'
import { filterProjects, type RowFilter } from './row-filter.ts'
import { projectOrder } from './row-list.ts'
import { buildModel, projectEnd } from './schedule-model.ts'
import { dayMs, hourMs } from './units.ts'
import { ZoneClock } from './zone-clock.ts'

const midnight = Date.UTC(2026, 10, 9, 6)
const now = midnight + 3 * dayMs
const span = (day: number) => ({ startMs: midnight + day * dayMs, endMs: midnight + day * dayMs + 4 * hourMs })
const done = { ...span(0), flags: operationFlag.completed }

// 0 on time, 1 will be late, 2 waits unplaced, 3 late and unplaced, 4 on hold, 5 cancelled, 6 shipped late, 7 partly placed.
const plan = fixturePlan({
  projects: [[span(4)], [span(6)], [done, {}], [done, {}], [done, {}], [{}], [done], [span(4), {}]],
  dueMs: [9, 5, 9, 1, 1, 1, -1, 9].map((day) => midnight + day * dayMs),
  now,
})
plan.projects.flags[4] = projectFlag.onHold
plan.projects.flags[5] = projectFlag.cancelled
plan.projects.flags[6] = projectFlag.completed
const model = buildModel(plan)
const grid = new DayGrid(new ZoneClock('America/Chicago'), midnight - 9 * dayMs, midnight + 20 * dayMs)

describe('projects whose end is not known', () => {
  it('are not said to end with what is done of them, nor to have slack; a ship date that has passed is late', () => {
    const said = (project: number) => {
      const { text, kind } = projectLateness(model, grid, project, now)
      return [projectEnd(model, project) > 0, text, kind]
    }
    expect(said(2)).toEqual([false, '—', 'none'])
    expect(said(3)).toEqual([false, '3 d late', 'late'])
    expect(said(4)).toEqual([false, 'On hold', 'none'])
    expect(said(5)).toEqual([false, 'Cancelled', 'none'])
    expect(said(6)).toEqual([true, 'Done', 'none'])
    expect(said(7)).toEqual([true, '+4 d', 'none'])
  })

  it('count as not placed, those of projects on hold or cancelled do not', () => {
    expect(model.unplacedOperations).toBe(3)
  })
})

describe('which projects are shown', () => {
  const shown = (filter: Partial<RowFilter>) =>
    [...filterProjects(model, grid, projectOrder(model), { q: '', show: 'all', ...filter }, now)].sort()
  it.each([
    [{}, [0, 1, 2, 3, 4, 5, 6, 7]],
    [{ show: 'late' }, [1, 3]],
    [{ show: 'unplaced' }, [2, 3, 7]],
    [{ q: '#1033' }, [2]],
    [{ q: ' FRAME #1034 ' }, [3]],
    [{ q: 'frame', show: 'late' }, [1, 3]],
    [{ q: 'nowhere' }, []],
  ] satisfies [Partial<RowFilter>, number[]][])('%j', (filter, projects) => {
    expect(shown(filter)).toEqual(projects)
  })
})
