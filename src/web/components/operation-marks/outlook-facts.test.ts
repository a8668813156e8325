import { expect, it } from 'vitest'
import type { OperationOutlook } from '#contract/operation-outlook.ts'
import type { Operation } from '#contract/operations.ts'
import { outlookFacts } from './outlook-facts.ts'

const outlook: OperationOutlook = {
  state: 'overdue',
  daysOverdue: 16,
  endsByDate: '2026-11-02T16:00:00Z',
  forecastStartDate: '2026-11-18T12:00:00Z',
  forecastEndDate: '2026-11-20T16:00:00Z',
  behindPlan: true,
  needByDate: '2026-11-06T16:00:00Z',
  slackDays: -9.5,
  odds: null,
  oddsGap: null,
}
const plain: Pick<Operation, 'holdReason' | 'materialReadyDate' | 'materialNote'> = {
  holdReason: '',
  materialReadyDate: null,
  materialNote: '',
}
const said = (
  change: Partial<OperationOutlook> | null,
  scheduledEndDate: string | null = '2026-11-02T16:00:00Z',
  more: Partial<typeof plain> = {},
) =>
  outlookFacts(
    { scheduledEndDate, outlook: change && { ...outlook, ...change }, ...plain, ...more },
    (at) => at.slice(5, 10),
    (at) => at.slice(5, 10),
  ).map(({ label, value }) => `${label}: ${value}`)

const none = 'Odds: Too little finished work to give odds'

it('an open operation shows its planned end, forecast end, need-by date and slack', () => {
  expect(said({})).toEqual(['Scheduled end: 11-02', 'Forecast end: 11-20', 'Need by: 11-06', 'Slack: -9.5 d', none])
  expect(said({ forecastEndDate: null, needByDate: null, slackDays: null }, null)).toEqual([
    'Scheduled end: Not scheduled',
  ])
})

it('completed and closed operations, and those without an outlook, show none of these', () => {
  expect([said({ state: 'completed' }), said({ state: 'closed' }), said(null)]).toEqual([[], [], []])
})

it('an operation shows its odds, or the work center of which too little is known for them', () => {
  const dates = { p10: '2026-11-19T12:00:00Z', p50: '2026-11-20T12:00:00Z', p80: '2026-11-23T12:00:00Z' }
  const odds = { ...dates, p90: '2026-11-24T12:00:00Z', needByChance: 0.63 }
  expect(said({ odds }).at(-1)).toBe('Odds: 50 % sure by 11-20, 80 % by 11-23; 63 % by its need-by date')
  expect(said({ odds: { ...odds, needByChance: null } }).at(-1)).toBe('Odds: 50 % sure by 11-20, 80 % by 11-23')
  expect(said({ oddsGap: 'Paint' }).at(-1)).toBe('Odds: Too little finished work at Paint to give odds')
})

it('an operation with a material date shows the date and the material', () => {
  const castings = { materialReadyDate: '2026-11-26T08:00:00Z', materialNote: 'Castings from Olsen' }
  expect(said({}, undefined, castings).at(-1)).toBe('Material ready: 11-26, Castings from Olsen')
})

it('an operation on hold shows the reason first', () => {
  expect(said({}, undefined, { holdReason: 'Machine down' })[0]).toBe('On hold: Machine down')
})
