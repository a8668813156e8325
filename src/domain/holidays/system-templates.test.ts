import { describe, expect, it } from 'vitest'
import { easterSunday } from './calendar-dates.ts'
import { systemTemplates } from './system-templates.ts'

const datesOf = (name: string, year: number) =>
  (systemTemplates(year).find((template) => template.name === name)?.items ?? [])
    .map(({ date }) => date)
    .filter((date) => date.startsWith(`${year}`))

describe('system templates', () => {
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('Easter %i', (year, date) => expect(easterSunday(year)).toBe(date))

  // opm.gov, federal holidays 2026.
  it('United States 2026', () =>
    expect(datesOf('United States federal holidays', 2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]))

  // gov.uk/bank-holidays, England and Wales.
  it.each([
    [
      2021,
      ['2021-01-01', '2021-04-02', '2021-04-05', '2021-05-03', '2021-05-31', '2021-08-30', '2021-12-27', '2021-12-28'],
    ],
    [
      2026,
      ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31', '2026-12-25', '2026-12-28'],
    ],
    [
      2027,
      ['2027-01-01', '2027-03-26', '2027-03-29', '2027-05-03', '2027-05-31', '2027-08-30', '2027-12-27', '2027-12-28'],
    ],
    [
      2033,
      ['2033-01-03', '2033-04-15', '2033-04-18', '2033-05-02', '2033-05-30', '2033-08-29', '2033-12-26', '2033-12-27'],
    ],
  ])('England and Wales %i', (year, dates) => expect(datesOf('England and Wales bank holidays', year)).toEqual(dates))

  it('Germany 2026', () =>
    expect(datesOf('Germany, nationwide', 2026)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-25',
      '2026-10-03',
      '2026-12-25',
      '2026-12-26',
    ]))
})
