import { describe, expect, it } from 'vitest'
import { latenessDays, type ProjectFacts, pastDueDays, projectState } from './project-words.ts'

const zone = 'America/New_York'
const at = (iso: string): number => Date.parse(iso)
const due = at('2026-12-02T00:00:00-05:00')
const base: ProjectFacts = {
  phase: 'production',
  dueMs: due,
  completionMs: at('2026-11-25T15:00:00-05:00'),
  slackDays: 5,
}

describe('the lateness of a project, in calendar days of the zone', () => {
  it.each([
    ['the last minute of the ship date', '2026-12-01T23:59:00-05:00', 0],
    ['the end of that day', '2026-12-02T00:00:00-05:00', 0],
    ['one minute over', '2026-12-02T00:01:00-05:00', 1],
    ['a next day in UTC that is the same local day', '2026-12-02T02:00:00Z', 0],
    ['two days early', '2026-11-29T10:00:00-05:00', -2],
    ['sixteen days late', '2026-12-17T06:00:00-05:00', 16],
  ])('lateness counts %s', (_, end, days) => {
    const facts = { ...base, completionMs: at(end) }
    expect(latenessDays(facts, zone)).toBe(days)
    expect(projectState(facts, zone, 2)).toBe(days > 0 ? 'late' : 'onTime')
  })

  it('a day of 25 hours counts as one', () => {
    const facts = { ...base, dueMs: at('2026-11-01T00:00:00-04:00'), completionMs: at('2026-11-02T08:00:00-05:00') }
    expect(latenessDays(facts, zone)).toBe(2)
  })

  it.each(['on_hold', 'cancelled', 'complete', 'shipped'] as const)('a project that is %s has no lateness', (phase) => {
    expect(latenessDays({ ...base, phase, completionMs: at('2027-01-01T00:00:00Z') }, zone)).toBe(null)
  })
})

describe('a project past due', () => {
  it.each([
    ['no day in the last millisecond of the ship date', '2026-12-01T23:59:59.999-05:00', null],
    ['one day from the next instant on', '2026-12-02T00:00:00-05:00', 1],
    ['the days since', '2026-12-17T12:00:00-05:00', 16],
  ])('past due counts %s', (_, now, days) => expect(pastDueDays(base, zone, at(now))).toBe(days))

  it('a complete or held project can be past due, but not a shipped or cancelled one', () => {
    const now = at('2026-12-04T12:00:00-05:00')
    const days = (['complete', 'on_hold', 'shipped', 'cancelled'] as const).map((phase) =>
      pastDueDays({ ...base, phase }, zone, now),
    )
    expect(days).toEqual([3, 3, null, null])
    expect(pastDueDays({ ...base, dueMs: null }, zone, now)).toBe(null)
  })
})

describe('the state of a project', () => {
  it.each<[string, Partial<ProjectFacts>]>([
    ['unscheduled', { completionMs: null }],
    ['onTime', { dueMs: null, slackDays: null }],
    ['onTime', { slackDays: 2.01 }],
    ['atRisk', { slackDays: 2 }],
    ['late', { completionMs: due + 1, slackDays: -0.1 }],
    ['cancelled', { phase: 'cancelled' }],
    ['complete', { phase: 'complete' }],
    ['complete', { phase: 'shipped' }],
    ['onHold', { phase: 'on_hold' }],
  ])('the state is %s for %j', (state, facts) => expect(projectState({ ...base, ...facts }, zone, 2)).toBe(state))
})
