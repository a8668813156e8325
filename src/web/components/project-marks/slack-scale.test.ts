import { describe, expect, it } from 'vitest'
import type { ProjectState } from '#contract/vocabulary.ts'
import { latenessWords, pastDueWords } from './lateness-mark.tsx'
import { bandOf } from './priority-bands.ts'
import { slackShape } from './slack-scale.ts'

describe('slackShape', () => {
  it.each<[number, ProjectState, ReturnType<typeof slackShape>]>([
    [-12, 'late', { side: 'late', fraction: 0.5, tone: 'late' }],
    [-40, 'late', { side: 'late', fraction: 1, tone: 'late' }],
    [-6, 'late', { side: 'late', fraction: 0.25, tone: 'late' }],
    [0, 'atRisk', { side: 'slack', fraction: 0.06, tone: 'atRisk' }],
    [2, 'atRisk', { side: 'slack', fraction: 0.2, tone: 'atRisk' }],
    // The state depends on slack in working time, not on these calendar days.
    [2, 'onTime', { side: 'slack', fraction: 0.2, tone: 'onTime' }],
    [5, 'onTime', { side: 'slack', fraction: 0.5, tone: 'onTime' }],
    [90, 'onTime', { side: 'slack', fraction: 1, tone: 'onTime' }],
  ])('draws %i days of a project that is %s', (days, state, shape) => {
    expect(slackShape(days, state)).toEqual(shape)
  })
})

describe('latenessWords', () => {
  it.each<[ProjectState, number | null, string]>([
    ['late', 23, '23 d late'],
    ['atRisk', 0, '0 d slack'],
    ['onTime', -5, '5 d slack'],
    ['late', null, 'Late'],
    ['onHold', 4, 'On hold'],
    ['unscheduled', null, 'Not scheduled'],
  ])('describes a project that is %s by %s days', (state, latenessDays, words) => {
    expect(latenessWords({ state, latenessDays })).toBe(words)
  })
})

describe('pastDueWords', () => {
  it('calls a project past due, not late, if its ship date has passed', () => {
    expect(pastDueWords({ pastDueDays: 16 })).toBe('16 d past due')
    expect(pastDueWords({ pastDueDays: null })).toBeNull()
  })
})

describe('bandOf', () => {
  it('finds the band of a priority, and each band starts at its own number', () => {
    expect([100, 90, 89, 70, 69, 50, 49, 0].map(bandOf)).toEqual(['90', '90', '70', '70', '50', '50', '0', '0'])
  })
})
