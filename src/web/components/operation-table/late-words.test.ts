import { expect, it } from 'vitest'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { behindDays, lateWords } from './late-words.ts'

const said = (change: Partial<OperationListRow>) =>
  lateWords({ state: 'onTime', daysOverdue: 0, slackDays: 1.5, ...change } as OperationListRow)

it.each<[Partial<OperationListRow>, string | null]>([
  [{ state: 'overdue', daysOverdue: 19, slackDays: -8 }, '19 d overdue'],
  [{ state: 'overdue' }, 'Due today'],
  [{ state: 'projectedLate', slackDays: -2.5, latenessDays: 16 }, '2.5 d past need-by'],
  [{ state: 'atRisk' }, '1.5 d slack'],
  [{ state: 'unscheduled', slackDays: null }, null],
])('lateWords for an operation in %j gives %s', (change, words) => {
  expect(said(change)).toBe(words)
})

it('an operation is behind plan by the calendar days between its planned end and its forecast end', () => {
  const behind = (change: Partial<OperationListRow>) =>
    behindDays(
      { behindPlan: true, scheduledEndDate: '2026-11-18T23:00:00Z', ...change } as OperationListRow,
      'America/Chicago',
    )
  expect(behind({ forecastEndDate: '2026-11-20T15:00:00Z' })).toBe('2 d')
  // This instant is still on the 18th in Chicago.
  expect(behind({ forecastEndDate: '2026-11-19T02:00:00Z' })).toBe('< 1 d')
  // A planned end at midnight counts as the 18th.
  const midnight = '2026-11-19T06:00:00Z'
  expect(behind({ scheduledEndDate: midnight, forecastEndDate: '2026-11-19T15:00:00Z' })).toBe('1 d')
  expect(behind({ forecastEndDate: null })).toBeNull()
  expect(behind({ forecastEndDate: '2026-11-20T15:00:00Z', behindPlan: false })).toBeNull()
})
