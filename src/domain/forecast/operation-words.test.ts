import { describe, expect, it } from 'vitest'
import { dayShift } from '#testing/builders/day-shift.ts'
import { endsByMs, isBehindPlan, isNotPlaced, type OperationFacts, operationStateOf } from './operation-words.ts'
import { priorityClassOf, severityOf } from './overdue-thresholds.ts'
import { previousWorkingDayMs, WorkingDays } from './working-days.ts'

const at = (text: string): number => Date.parse(text)
const days = new WorkingDays(dayShift)

describe('severity and priority', () => {
  it.each([
    [0, 'low'],
    [2, 'low'],
    [3, 'medium'],
    [6, 'medium'],
    [7, 'high'],
    [13, 'high'],
    [14, 'critical'],
    [400, 'critical'],
  ])('%i days overdue are %s', (overdue, word) => expect(severityOf(overdue)).toBe(word))

  it.each([
    [100, 'critical'],
    [90, 'critical'],
    [89, 'high'],
    [70, 'high'],
    [50, 'medium'],
    [49, 'low'],
  ])('priority %i is %s', (priority, word) => expect(priorityClassOf(priority)).toBe(word))
})

describe('working days', () => {
  it.each([
    // Friday noon to Monday noon, across a weekend: one.
    ['2026-11-20T12:00:00Z', '2026-11-23T12:00:00Z', 1],
    // Wednesday noon to Friday noon, across a holiday: one.
    ['2026-11-25T12:00:00Z', '2026-11-27T12:00:00Z', 1],
    // Half a shift.
    ['2026-11-23T08:00:00Z', '2026-11-23T12:00:00Z', 0.5],
    // Evening and night count as nothing.
    ['2026-11-23T16:00:00Z', '2026-11-24T08:00:00Z', 0],
    ['2026-11-21T00:00:00Z', '2026-11-22T23:00:00Z', 0],
  ])('%s to %s', (from, to, expected) => expect(days.at(at(to)) - days.at(at(from))).toBeCloseTo(expected, 9))

  it('the previous working day skips a weekend and a holiday', () => {
    expect(previousWorkingDayMs(at('2026-11-23T09:00:00Z'), dayShift)).toBe(at('2026-11-20T00:00:00Z'))
    expect(previousWorkingDayMs(at('2026-11-27T09:00:00Z'), dayShift)).toBe(at('2026-11-25T00:00:00Z'))
    expect(previousWorkingDayMs(at('2026-11-24T00:00:00Z'), dayShift)).toBe(at('2026-11-23T00:00:00Z'))
  })
})

describe('the state of an operation', () => {
  const now = at('2026-11-18T12:00:00Z')
  const minute = 60_000
  const base: OperationFacts = {
    completed: false,
    projectOpen: true,
    plannedEndMs: now + minute,
    forecastEndMs: now + minute,
    needByMs: null,
    slackDays: null,
  }
  it.each<[string, Partial<OperationFacts>]>([
    ['completed', { completed: true, plannedEndMs: now - 1 }],
    ['closed', { projectOpen: false, plannedEndMs: now - 1 }],
    ['unscheduled', { plannedEndMs: null, forecastEndMs: null }],
    // On hold: it still has its planned end, but no forecast end.
    ['unscheduled', { forecastEndMs: null }],
    ['overdue', { plannedEndMs: now - 1 }],
    ['overdue', { plannedEndMs: now - 1, forecastEndMs: null }],
    // Rescheduled with a later planned end, although its need-by has passed.
    ['overdue', { plannedEndMs: now + 9 * minute, needByMs: now - 1 }],
    ['overdue', { plannedEndMs: null, forecastEndMs: null, needByMs: now - 1 }],
    // At its planned end it is due, not overdue.
    ['onTime', { plannedEndMs: now }],
    ['projectedLate', { needByMs: now, slackDays: -0.1 }],
    ['atRisk', { needByMs: now + minute, slackDays: 0 }],
    ['atRisk', { needByMs: now + 9 * minute, slackDays: 2 }],
    ['onTime', { needByMs: now + 9 * minute, slackDays: 2.01 }],
    ['onTime', {}],
  ])('the state is %s for %j', (word, facts) => expect(operationStateOf({ ...base, ...facts }, now, 2)).toBe(word))

  it('behind plan is independent of other states: the forecast ends 15 working minutes or more after the planned end', () => {
    // Closed until two hours after the planned end.
    const closedUntil = now + 120 * minute
    const calendar = { toWork: (instantMs: number) => Math.max(0, instantMs - closedUntil) }
    const behind = (forecastEndMs: number | null, more: Partial<OperationFacts> = {}) =>
      isBehindPlan({ ...base, plannedEndMs: now, forecastEndMs, ...more }, calendar)
    const amount = closedUntil + 15 * minute
    expect([behind(amount), behind(amount - 1), behind(closedUntil), behind(null)]).toEqual([true, false, false, false])
    expect([behind(amount, { completed: true }), behind(amount, { projectOpen: false })]).toEqual([false, false])
  })

  it('the date by which work should end is the earlier of planned end and need-by', () => {
    expect(endsByMs({ plannedEndMs: 5, needByMs: 3 })).toBe(3)
    expect(endsByMs({ plannedEndMs: 5, needByMs: null })).toBe(5)
    expect(endsByMs({ plannedEndMs: null, needByMs: 3 })).toBe(3)
    expect(endsByMs({ plannedEndMs: null, needByMs: null })).toBe(null)
    expect([isNotPlaced({ ...base, plannedEndMs: null }), isNotPlaced(base)]).toEqual([true, false])
  })
})
