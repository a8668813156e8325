import { expect, it } from 'vitest'
import {
  comparedFigure,
  findingSentences,
  leftWords,
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

it('the dialog of an applied proposal has a different heading from that of a run', () => {
  expect(runTitle({})).toBe('Scheduling Projects')
  expect([runTitle({ madeBy: 'proposal' }), runTitle({ madeBy: 'promiseDate' })]).toEqual([
    'Applied Proposal',
    'Project Created as Promised',
  ])
})
