import { expect, it } from 'vitest'
import {
  comparedFigure,
  findingSentences,
  isLeastLate,
  leftWords,
  moreTimeWords,
  recentLatenessWords,
  runTitle,
  scopeWords,
} from './run-sentences.ts'

it('scopeWords names the projects that a run schedules', () => {
  expect(scopeWords(undefined)).toBe('Optimizing schedules across all active projects')
  expect(scopeWords({ selectedProjects: null })).toBe('Optimizing schedules across all active projects')
  expect(scopeWords({ selectedProjects: 3 })).toBe(
    'Optimizing 3 selected projects; all other projects keep their dates',
  )
})

it('comparedFigure compares a number of the new plan with the same number of the old plan', () => {
  expect(comparedFigure('Late days', 62, 73)).toBe('Late days 62 instead of 73.')
  expect(comparedFigure('Late projects', 7, 7)).toBe('Late projects 7, unchanged.')
  expect(comparedFigure('Late days', 62, null), 'nothing to compare with').toBe('Late days 62.')
})

it('recentLatenessWords compares the days of a project in the best plan with the days before', () => {
  expect(recentLatenessWords({ before: 7, after: 4 })).toBe('4 d late, was 7 d late')
  expect(recentLatenessWords({ before: 1, after: -2 })).toBe('2 d slack, was 1 d late')
  expect(recentLatenessWords({ before: -5, after: -5 })).toBe('5 d slack, no change')
  expect(recentLatenessWords({ before: -5, after: 0 })).toBe('0 d slack, was 5 d slack')
  expect(recentLatenessWords({ before: null, after: 1000 })).toBe('1,000 d late')
  expect(recentLatenessWords({ before: 3, after: null })).toBeNull()
})

it('leftWords names the first three projects that a run leaves out, and counts the others', () => {
  const left = ['1029', '1044', '971', '972', '973'].map((projectNumber) => ({
    projectId: projectNumber,
    projectNumber,
    projectName: 'Frame',
    reason: 'It is on hold and not scheduled.',
  }))
  expect(leftWords(left.slice(0, 1))).toBe('Left out: #1029 Frame. It is on hold and not scheduled.')
  expect(leftWords(left)).toMatch(/^Left out: #1029 .* #1044 .* #971 .* And 2 others\.$/)
})

it('findingSentences counts unscheduled operations and warnings, and is empty when there are none', () => {
  expect(findingSentences({ unplacedOperations: 14, warnings: 2 })).toEqual([
    '14 operations could not be scheduled.',
    '2 warnings.',
  ])
  expect(findingSentences({ unplacedOperations: 1, warnings: null })).toEqual(['1 operation could not be scheduled.'])
  expect(findingSentences({ unplacedOperations: 0, warnings: 0 })).toEqual([])
})

const searched = { searchEnd: 'complete', gainedLate: 3, lateDays: 9, leastLateDays: 1 } as const

it('moreTimeWords says what the last third of a search saved, however the search ended', () => {
  for (const searchEnd of ['complete', 'clock', 'planner'] as const) {
    const run = { ...searched, searchEnd }
    expect(moreTimeWords(run, true)).toBe(
      'The last third of the search still saved 3 late days. More time will probably save more.',
    )
    expect(moreTimeWords({ ...run, gainedLate: 1 }, false), 'no run takes more time').toBe(
      'The last third of the search still saved 1 late day.',
    )
    expect(moreTimeWords({ ...run, gainedLate: 0 }, true)).toBe(
      'The last third of the search saved no late days. More time may still save some.',
    )
  }
})

it('moreTimeWords says that more time rarely helps a search that had stopped improving', () => {
  const settled = { ...searched, searchEnd: 'settled', gainedLate: 0 } as const
  expect(moreTimeWords(settled, true)).toBe('The search had stopped improving. More time will rarely help.')
  expect(moreTimeWords(settled, false)).toBe('The search had stopped improving.')
})

it('moreTimeWords says that more time cannot help a plan that is as little late as possible', () => {
  const bound = { ...searched, searchEnd: 'bound', lateDays: 4, leastLateDays: 4 } as const
  expect(moreTimeWords(bound, false)).toBe(
    'More time cannot help: even with unlimited capacity there would be 4 late days.',
  )
  expect(moreTimeWords({ ...bound, searchEnd: 'clock' }, false)).toBe(
    'More time cannot help: even with unlimited capacity there would be 4 late days.',
  )
  for (const leastLateDays of [3, null]) {
    expect(moreTimeWords({ ...bound, leastLateDays }, false)).toBe('More time will not find a plan that is less late.')
  }
  expect(isLeastLate({ ...bound, leastLateDays: null })).toBe(true)
  expect(isLeastLate({ ...bound, searchEnd: 'complete' })).toBe(true)
  expect(isLeastLate({ ...bound, searchEnd: 'complete', leastLateDays: 3 })).toBe(false)
  expect(isLeastLate({ ...bound, searchEnd: 'complete', leastLateDays: null })).toBe(false)
})

it('moreTimeWords names a lower bound only if at least half of the late days cannot be avoided', () => {
  const words = (lateDays: number, leastLateDays: number | null) =>
    moreTimeWords({ searchEnd: 'settled', gainedLate: 0, lateDays, leastLateDays }, false)
  expect(words(5, 4)).toBe('The search had stopped improving. Even with unlimited capacity there would be 4 late days.')
  expect(words(2, 1)).toMatch(/ Even with unlimited capacity there would be 1 late day\.$/)
  expect(words(5, 2)).toBe('The search had stopped improving.')
  expect(words(5, 0)).toBe('The search had stopped improving.')
})

it('moreTimeWords says nothing if nothing is late, or for a run from before the figures existed', () => {
  expect(moreTimeWords({ ...searched, lateDays: 0, leastLateDays: 0 }, true)).toBeNull()
  expect(moreTimeWords({ ...searched, lateDays: null }, true)).toBeNull()
  expect(moreTimeWords({ ...searched, gainedLate: null, leastLateDays: null }, true)).toBeNull()
  expect(moreTimeWords({ ...searched, searchEnd: null, leastLateDays: null }, true)).toBeNull()
})

it('the dialog of an applied proposal has a different heading from that of a run', () => {
  expect(runTitle({})).toBe('Scheduling Projects')
  expect([runTitle({ madeBy: 'proposal' }), runTitle({ madeBy: 'promiseDate' })]).toEqual([
    'Applied Proposal',
    'Project Created as Promised',
  ])
})
