import { describe, expect, it } from 'vitest'
import type { OperationState } from '#contract/operation-outlook.ts'
import { dependencyText, successorsOf } from './dependency-text.ts'
import { dueMsOf } from './due-ms.ts'
import { operationLook } from './operation-state.ts'

const fresh = {
  status: 'Pending' as const,
  progressPercentage: 0,
  onHold: false,
  actualStartDate: null,
  scheduledEndDate: '2026-11-20T16:00:00.000Z',
  outlook: null,
}
const stands = (state: OperationState, daysOverdue = 0) => ({
  outlook: {
    state,
    daysOverdue,
    endsByDate: null,
    forecastStartDate: null,
    forecastEndDate: null,
    behindPlan: false,
    needByDate: null,
    slackDays: null,
    odds: null,
    oddsGap: null,
  },
})

describe('the state of an operation', () => {
  it.each([
    ['Planned', {}],
    ['Not scheduled', { scheduledEndDate: null }],
    ['Planned', stands('onTime')],
    ['16 d overdue', stands('overdue', 16)],
    ['Due today', { ...stands('overdue'), progressPercentage: 5 }],
    ['Projected late', { ...stands('projectedLate'), progressPercentage: 5 }],
    ['At risk', stands('atRisk')],
    ['In progress', { progressPercentage: 5 }],
    ['In progress', { actualStartDate: '2026-11-18T08:00:00.000Z' }],
    ['On hold', { onHold: true, scheduledEndDate: null }],
    ['Done', { progressPercentage: 100, scheduledEndDate: '2026-12-24T18:00:00.000Z' }],
    ['Done', { status: 'Completed' as const, onHold: true, ...stands('overdue', 3) }],
  ])('reads %s', (word, change) => {
    expect(operationLook({ ...fresh, ...change }).word).toBe(word)
  })
})

describe('the end of the ship date', () => {
  it('is midnight in the time zone of the organization, even on a day of 25 hours', () => {
    expect(dueMsOf('2026-11-20T14:00:00.000Z', 'America/Chicago')).toBe(Date.parse('2026-11-21T06:00:00Z'))
    expect(dueMsOf('2026-11-01T12:00:00.000Z', 'America/Chicago')).toBe(Date.parse('2026-11-02T06:00:00Z'))
    expect(dueMsOf(null, 'UTC')).toBeNull()
  })
})

describe('dependencies in words', () => {
  const operation = (
    operationId: string,
    sequence: number,
    dependencies: string[] = [],
    lag = {},
    unit = {},
    longest = {},
    overlap = {},
  ) => ({
    operationId,
    sequence,
    dependencies,
    dependencyLagHours: lag,
    dependencyLagUnits: unit,
    dependencyMaxLagHours: longest,
    dependencyOverlapPercent: overlap,
  })
  const cut = operation('a', 10)
  const bend = operation('b', 20, ['a'])
  const weld = operation('c', 30, ['b', 'a', 'gone'], { b: 4 })
  const all = [weld, bend, cut]

  it('list the sequence numbers in order, each with its lag', () => {
    expect(dependencyText(weld, all)).toBe('10, 20 + 4 h')
    expect(dependencyText(bend, all)).toBe('10')
    expect(dependencyText(cut, all)).toBe('—')
  })

  it('name the unit of a lag in calendar hours', () => {
    const paint = operation('d', 40, ['b'], { b: 24 }, { b: 'calendar' })
    expect(dependencyText(paint, all)).toBe('20 + 24 calendar h')
  })

  it('give the longest wait', () => {
    const paint = operation('d', 40, ['a', 'b'], { b: 2 }, { b: 'calendar' }, { a: 8, b: 4 })
    expect(dependencyText(paint, all)).toBe('10 + at most 8 h, 20 + 2 to 4 calendar h')
  })

  it('give the share that a predecessor must have done', () => {
    const paint = operation('d', 40, ['a', 'b'], { b: 2 }, {}, {}, { a: 25, b: 40 })
    expect(dependencyText(paint, all)).toBe('10 from 25 % done, 20 from 40 % done + 2 h')
  })

  it('name the waiting operations on the other side', () => {
    expect(successorsOf('a', all)).toEqual([bend, weld])
    expect(successorsOf('c', all)).toEqual([])
  })
})
