import { describe, expect, it } from 'vitest'
import { type ProjectFacts, projectStanding } from './project-state.ts'

const zone = 'America/New_York'
const ms = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const now = '2026-11-20T12:00:00-05:00'

const standing = (facts: Partial<ProjectFacts> & { ship?: string | null; end?: string | null }, at = now) =>
  projectStanding(
    {
      status: facts.status ?? 'In Progress',
      currentPhase: facts.currentPhase ?? 'production',
      plannedShipMs: ms(facts.ship === undefined ? '2026-12-01T08:00:00-05:00' : facts.ship),
      scheduledEndMs: ms(facts.end === undefined ? '2026-11-25T15:00:00-05:00' : facts.end),
      hasOpenWork: facts.hasOpenWork ?? true,
    },
    zone,
    Date.parse(at),
  )

describe('projectStanding: lateness in calendar days of the zone', () => {
  it.each([
    ['same day, last minute', '2026-12-01T23:59:00-05:00', 0, 'atRisk'],
    ['exactly at the end of the day', '2026-12-02T00:00:00-05:00', 0, 'atRisk'],
    ['one minute over', '2026-12-02T00:01:00-05:00', 1, 'projectedLate'],
    ['UTC date is already the next one', '2026-12-02T02:00:00Z', 0, 'atRisk'],
    ['two days of slack', '2026-11-29T10:00:00-05:00', -2, 'atRisk'],
    ['three days of slack', '2026-11-28T10:00:00-05:00', -3, 'onTime'],
    ['sixteen days late', '2026-12-17T06:00:00-05:00', 16, 'projectedLate'],
  ])('%s', (_, end, latenessDays, state) => {
    expect(standing({ end })).toMatchObject({ latenessDays, state, projectedFrom: 'schedule' })
  })

  it('counts a day of 25 hours as one', () => {
    expect(
      standing({ ship: '2026-10-31T08:00:00-04:00', end: '2026-11-02T08:00:00-05:00' }, '2026-10-01T00:00:00Z'),
    ).toMatchObject({ latenessDays: 2 })
  })
})

describe('projectStanding: a plan that has been overtaken', () => {
  it.each([
    ['open work planned in the past cannot end before today', true, {}, 10, 'late'],
    ['what is done ended when it ended', false, {}, -8, 'late'],
  ] as const)('%s', (_, hasOpenWork, facts, latenessDays, state) => {
    const past = { ship: '2026-11-10T08:00:00-05:00', end: '2026-11-02T15:00:00-05:00', hasOpenWork, ...facts }
    expect(standing(past)).toMatchObject({ latenessDays, state })
  })
})

describe('projectStanding: states', () => {
  it.each([
    ['late from the first instant after the ship date', {}, '2026-12-02T00:00:00-05:00', 'late'],
    [
      'not late in the last millisecond of it',
      { end: '2026-11-20T10:00:00-05:00', hasOpenWork: false },
      '2026-12-01T23:59:59.999-05:00',
      'onTime',
    ],
    ['late even when nothing is scheduled', { end: null }, '2026-12-09T00:00:00-05:00', 'late'],
    ['unscheduled', { end: null }, now, 'unscheduled'],
    ['nothing to be late against', { ship: null }, now, 'onTime'],
    ['cancelled', { currentPhase: 'cancelled', status: 'Completed' }, '2027-01-01T00:00:00Z', 'cancelled'],
    ['complete', { currentPhase: 'complete' }, '2027-01-01T00:00:00Z', 'complete'],
    ['shipped', { currentPhase: 'shipped' }, '2027-01-01T00:00:00Z', 'complete'],
    ['completed by status', { status: 'Completed' }, now, 'complete'],
    ['on hold by phase', { currentPhase: 'on_hold' }, '2027-01-01T00:00:00Z', 'onHold'],
    ['on hold by status', { status: 'On Hold' }, now, 'onHold'],
  ] as const)('%s', (_, facts, at, state) => {
    expect(standing(facts, at).state).toBe(state)
  })

  it.each([
    ['on hold', { currentPhase: 'on_hold' }],
    ['on hold by status', { status: 'On Hold' }],
    ['cancelled', { currentPhase: 'cancelled' }],
    ['complete', { currentPhase: 'complete' }],
    ['shipped', { currentPhase: 'shipped' }],
  ] as const)('a project that is %s has no forecast and no lateness', (_, facts) => {
    const past = { ship: '2026-11-10T08:00:00-05:00', end: '2026-11-16T15:00:00-05:00', ...facts }
    for (const dated of [past, { ...past, end: null }]) {
      expect(standing(dated)).toMatchObject({
        projectedCompletionMs: null,
        projectedFrom: 'none',
        latenessDays: null,
      })
    }
  })

  it('projects the ship date while nothing is scheduled, and nothing without one', () => {
    expect(standing({ end: null })).toMatchObject({ projectedFrom: 'shipDate', latenessDays: null })
    expect(standing({ end: null, ship: null })).toMatchObject({ projectedFrom: 'none', projectedCompletionMs: null })
  })
})
