import { describe, expect, it } from 'vitest'
import {
  customerDay,
  customerStatus,
  customerWords,
  type SharedProject,
  sharedProject,
  tellsForecast,
} from './customer-status.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

const base: SharedProject = {
  currentPhase: 'production',
  phase: 'production',
  plannedShipDay: dayOf('2027-03-12'),
  actualShipDay: null,
  forecastDay: dayOf('2027-03-12'),
}

describe('the headline of a status page', () => {
  it.each<[string, Partial<SharedProject>, boolean, string, string | null]>([
    ['a forecast on the promised day', {}, true, 'On time', '12 Mar 2027'],
    ['a forecast before it', { forecastDay: dayOf('2027-02-01') }, true, 'On time', '12 Mar 2027'],
    ['a later forecast', { forecastDay: dayOf('2027-03-13') }, true, 'Expected 13 Mar 2027', '12 Mar 2027'],
    ['a later forecast that is kept back', { forecastDay: 99_999 }, false, 'Promised for 12 Mar 2027', '12 Mar 2027'],
    ['a forecast without a promise', { plannedShipDay: null }, true, 'Expected 12 Mar 2027', null],
    ['work without a forecast', { forecastDay: null }, true, 'Promised for 12 Mar 2027', '12 Mar 2027'],
    ['neither', { plannedShipDay: null, forecastDay: null }, true, 'Ship date to be confirmed', null],
    ['only a forecast that is kept back', { plannedShipDay: null }, false, 'Ship date to be confirmed', null],
    ['finished work', { phase: 'complete' }, true, 'Complete, not yet shipped', '12 Mar 2027'],
    [
      'a shipment',
      { phase: 'shipped', currentPhase: 'shipped', actualShipDay: dayOf('2027-03-10') },
      false,
      'Shipped on 10 Mar 2027',
      '12 Mar 2027',
    ],
    ['a shipment without a day', { phase: 'shipped' }, true, 'Shipped', '12 Mar 2027'],
    ['a hold, without any date', { phase: 'on_hold' }, true, 'On hold', null],
    ['a cancellation, without any date', { phase: 'cancelled' }, true, 'Cancelled', null],
  ])('tells of %s', (_, changed, showsForecast, words, promised) => {
    const status = customerStatus({ ...base, ...changed }, showsForecast)
    expect(customerWords(status)).toBe(words)
    expect(status.promisedDay === null ? null : customerDay(status.promisedDay)).toBe(promised)
  })

  it('the headline depends on a forecast only while the page shows one', () => {
    expect(tellsForecast(base, true)).toBe(true)
    expect(tellsForecast(base, false)).toBe(false)
    expect(tellsForecast({ ...base, forecastDay: null }, true)).toBe(false)
    expect(tellsForecast({ ...base, phase: 'on_hold' }, true)).toBe(false)
  })
})

describe('the phases of a status page', () => {
  const stepsOf = (changed: Partial<SharedProject>) =>
    customerStatus({ ...base, ...changed }, true).steps.map(({ title, is }) => `${title} ${is}`)

  it('phases are done, current and to come', () => {
    expect(stepsOf({})).toEqual([
      'Submittals done',
      'Engineering done',
      'Production current',
      'Complete toCome',
      'Shipped toCome',
    ])
  })

  it('phases are all done after the shipment', () => {
    expect(stepsOf({ phase: 'shipped', currentPhase: 'shipped' }).every((step) => step.endsWith(' done'))).toBe(true)
  })

  it('phases stay where a hold by the status alone has left them', () => {
    expect(stepsOf({ phase: 'on_hold' })[2]).toBe('Production current')
  })

  it.each(['on_hold', 'cancelled'] as const)('phases are left out where the project itself is %s', (phase) => {
    expect(stepsOf({ phase, currentPhase: phase })).toEqual([])
  })
})

it('days are those of the organization, and a forecast that ends at midnight belongs to the day before', () => {
  const project = {
    currentPhase: 'production',
    status: 'On Hold',
    actualShipDate: null,
    plannedShipDate: '2027-03-12T23:30:00-05:00',
    forecastCompletionDate: '2027-03-13T00:00:00-05:00',
  } satisfies Parameters<typeof sharedProject>[0]
  expect(sharedProject(project, 'America/New_York')).toEqual({
    currentPhase: 'production',
    phase: 'on_hold',
    actualShipDay: null,
    plannedShipDay: dayOf('2027-03-12'),
    forecastDay: dayOf('2027-03-12'),
  })
  expect(sharedProject(project, 'Europe/Berlin').plannedShipDay).toBe(dayOf('2027-03-13'))
})
