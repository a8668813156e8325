import { expect, it } from 'vitest'
import { progressOf, summaryOf } from './run-progress.ts'

const working = (completedProjects: number, totalProjects: number) => ({
  phase: 'placing' as const,
  completedProjects,
  totalProjects,
  recent: ['Frame'],
})

it.each([
  ['before the first project', 0, 40, 0, { percent: 0, projectsPerSecond: null, secondsLeft: null }],
  ['after some projects', 10, 40, 4_000, { percent: 25, projectsPerSecond: 2.5, secondsLeft: 12 }],
  ['before saving, which is not yet 100 percent', 40, 40, 8_000, { percent: 99, projectsPerSecond: 5, secondsLeft: 0 }],
  ['for a run without work', 0, 0, 10, { percent: 0, projectsPerSecond: null, secondsLeft: null }],
])('progress is shown correctly %s', (_case, completed, total, elapsedMs, shown) => {
  expect(progressOf(working(completed, total), elapsedMs)).toMatchObject({ completed, total, ...shown })
})

it('the progress of a run that improves its plan shows the best plan so far, and no time left', () => {
  const recentLateness = [{ before: 7, after: 4 }]
  const figures = { lateProjectsBefore: 9, lateDaysBefore: 61, lateProjects: 7, lateDays: 44, recentLateness }
  const improving = { ...working(40, 40), phase: 'improving' as const, figures }
  expect(progressOf(improving, 4_000)).toMatchObject({ ...figures, phase: 'improving', percent: 99, secondsLeft: null })
})

it('the figures of the plan replace the progress, except for the names placed last', () => {
  const summary = {
    completedProjects: 40,
    lateProjectsBefore: 4,
    lateProjects: 1,
    lateDaysBefore: 30,
    lateDays: 9,
    placedOperations: 400,
    unplacedOperations: 3,
    effect: { becameLate: 1, later: 2, noDate: 0, newDate: 0, recovered: 4, earlier: 5 },
    warnings: 2,
  }
  const ended = { searchEnd: 'planner', endedAtStep: 77, gainedLate: 3, leastLateDays: 8 } as const
  const search = { ...ended, iterations: 2_018, searches: 1, bestSeed: 4 }
  const { completedProjects: _, ...figures } = summary
  const shown = { ...figures, ...search, phase: 'saving', percent: 99, completed: 40, total: 40, changedOperations: 17 }
  expect(summaryOf(progressOf(working(39, 40), 1_000), { summary, search }, 17)).toMatchObject({
    ...shown,
    secondsLeft: null,
    recent: ['Frame'],
  })
})
