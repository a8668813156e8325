import { describe, expect, it } from 'vitest'
import { estimateAccuracy } from './estimate-accuracy.ts'
import { median } from './figures.ts'
import { binLateness } from './lateness-bins.ts'
import { countPhasesAt, entriesInto, type PhaseChange, phaseLeadTimes, phaseSteps } from './phase-timeline.ts'
import { monthsBetween, weekBounds, weekOf, weeksBetween } from './weeks.ts'

const at = (text: string) => Date.parse(`2026-${text}:00Z`)

describe('weeks', () => {
  it('weeks begin on the weekday that the organization has chosen', () => {
    // 2026-11-18 is a Wednesday.
    expect(weekOf('2026-11-18', 1)).toBe('2026-11-16')
    expect(weekOf('2026-11-18', 3)).toBe('2026-11-18')
    expect(weekOf('2026-11-18', 4)).toBe('2026-11-12')
    expect(weekOf('2026-11-18', 7)).toBe('2026-11-15')
    expect(weeksBetween('2026-11-15', '2026-11-23', 1)).toEqual(['2026-11-09', '2026-11-16', '2026-11-23'])
    expect(monthsBetween('2026-11-30', '2027-01-01')).toEqual(['2026-11', '2026-12', '2027-01'])
  })

  it('the week in which the clock goes back has one more hour', () => {
    const [from = 0, to = 0] = weekBounds('2026-10-26', 1, 'America/Chicago')
    expect((to - from) / 3_600_000).toBe(7 * 24 + 1)
  })
})

describe('lateness and medians', () => {
  it('every number of late days falls into one bin', () => {
    const bins = binLateness([-20, -14, -13, -8, -7, -1, 0, 0, 1, 3, 4, 7, 8, 13, 14, 99])
    expect(bins.map(({ projects }) => projects)).toEqual([2, 2, 1, 1, 2, 2, 2, 2, 2])
  })

  it('the median is the middle value', () => {
    expect(median([])).toBeNull()
    expect(median([5, 1, 9])).toBe(5)
    expect(median([5, 1, 9, 6])).toBe(5.5)
  })

  it('estimate accuracy compares actual with planned hours', () => {
    const work = [
      { plannedHours: 10, actualHours: 11, includesWaiting: false },
      { plannedHours: 4, actualHours: 6, includesWaiting: false },
      { plannedHours: 8, actualHours: 7.2, includesWaiting: true },
    ]
    expect(estimateAccuracy(work)).toEqual({
      operations: 3,
      plannedHours: 22,
      actualHours: 24.2,
      medianRatio: 1.1,
      includingWaiting: 1,
      withinTenth: 2,
    })
    expect(estimateAccuracy([])).toBeNull()
  })
})

describe('phases over time', () => {
  const moved = (text: string, from: 'submittals' | 'production', to: 'production' | 'shipped'): PhaseChange => ({
    atMs: at(text),
    kind: 'update',
    phase: { from, to },
  })
  const created: PhaseChange = {
    atMs: at('11-02T08:00'),
    kind: 'create',
    phase: { from: null, to: 'submittals' },
    status: { from: null, to: 'New' },
  }
  const now = { createdMs: at('11-02T08:00'), phase: 'shipped', status: 'Completed' } as const
  const life = phaseSteps(
    [
      created,
      moved('11-06T08:00', 'submittals', 'production'),
      { atMs: at('11-08T08:00'), kind: 'update', status: { from: 'New', to: 'Completed' } },
      moved('11-16T20:00', 'production', 'shipped'),
    ],
    now,
  )

  it('the phases of a project are reconstructed backwards from its current one', () => {
    expect(life.map(({ phase, status }) => `${phase} ${status}`)).toEqual([
      'submittals New',
      'production New',
      'production Completed',
      'shipped Completed',
    ])
    // The beginning was not recorded: before its first change, the project was in the old state of that change.
    expect(phaseSteps([moved('11-16T20:00', 'production', 'shipped')], now)).toEqual([
      { atMs: now.createdMs, phase: 'production', status: 'Completed' },
      { atMs: at('11-16T20:00'), phase: 'shipped', status: 'Completed' },
    ])
    expect(phaseSteps([], now)).toEqual([{ atMs: now.createdMs, phase: 'shipped', status: 'Completed' }])
  })

  it('a deleted project counts only while it existed, and a restored one counts again', () => {
    const deleted: PhaseChange = {
      atMs: at('11-10T08:00'),
      kind: 'delete',
      phase: { from: 'submittals', to: null },
      status: { from: 'New', to: null },
    }
    const gone = phaseSteps([created, deleted], null)
    const instants = ['11-01T00:00', '11-05T00:00', '11-12T00:00'].map(at)
    expect(countPhasesAt([gone], instants).map(({ phases }) => phases.submittals)).toEqual([0, 1, 0])
    const back = phaseSteps([created, deleted, { ...created, atMs: at('11-11T08:00') }], {
      ...now,
      phase: 'submittals',
      status: 'New',
    })
    expect(
      countPhasesAt([back], [...instants, at('11-10T12:00')].sort()).map(({ phases }) => phases.submittals),
    ).toEqual([0, 1, 0, 1])
  })

  it('projects are counted at instants, by entry into a phase and by days of each stay', () => {
    const counts = countPhasesAt([life, life], ['11-01T00:00', '11-06T07:59', '11-06T08:00', '11-20T00:00'].map(at))
    expect(counts.map(({ phases }) => [phases.submittals, phases.production, phases.shipped])).toEqual([
      [0, 0, 0],
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ])
    expect(counts[3]?.statuses).toEqual({ New: 0, 'In Progress': 0, 'On Hold': 0, Completed: 2 })
    expect(entriesInto([life], 'production')).toEqual([at('11-06T08:00')])
    expect(phaseLeadTimes([life], at('11-01T00:00'), at('12-01T00:00'))).toEqual([
      { phase: 'submittals', stays: 1, medianDays: 4, meanDays: 4, longestDays: 4 },
      { phase: 'production', stays: 1, medianDays: 10.5, meanDays: 10.5, longestDays: 10.5 },
    ])
    expect(phaseLeadTimes([life], at('11-07T00:00'), at('11-08T00:00'))).toEqual([])
  })
})
