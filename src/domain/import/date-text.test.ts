import { describe, expect, it } from 'vitest'
import { columnOrder } from './date-habit.ts'
import { readDate, whyNoDate } from './date-text.ts'

const day = (date: string) => ({ kind: 'wall', date, seconds: null })
const at = (date: string, clock: string) => {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number)
  return { kind: 'wall', date, seconds: hour * 3_600 + minute * 60 + second }
}

describe('a date with the name of its month', () => {
  it.each([
    ['18-DEC-26', '2026-12-18'],
    ['18-Dec-2026', '2026-12-18'],
    ['18 Dec 2026', '2026-12-18'],
    ['18 Dec. 2026', '2026-12-18'],
    ['18DEC26', '2026-12-18'],
    ['18DEC2026', '2026-12-18'],
    ["18 Dec '26", '2026-12-18'],
    ['18/Dec/2026', '2026-12-18'],
    ['18th December 2026', '2026-12-18'],
    ['the 18th of December, 2026'.replace('the ', ''), '2026-12-18'],
    ['Nov 18, 2026', '2026-11-18'],
    ['November 18th, 2026', '2026-11-18'],
    ['Nov. 18 2026', '2026-11-18'],
    ['Nov-18-2026', '2026-11-18'],
    ['2026-Dec-18', '2026-12-18'],
    ['2026 December 18', '2026-12-18'],
    ['Sept 1, 2026', '2026-09-01'],
    ['18. Dez. 2026', '2026-12-18'],
    ['18. Dezember 2026', '2026-12-18'],
    ['1. März 2026', '2026-03-01'],
    ['1. Mrz. 26', '2026-03-01'],
    ['5. Jänner 2026', '2026-01-05'],
    ['18 déc. 2026', '2026-12-18'],
    ['1er janvier 2026', '2026-01-01'],
    ['14 août 2026', '2026-08-14'],
    ['18 de diciembre de 2026', '2026-12-18'],
    ['18 de dezembro de 2026', '2026-12-18'],
    ['3 ene 2026', '2026-01-03'],
    ['18 dicembre 2026', '2026-12-18'],
    ['18 mrt 2026', '2026-03-18'],
    ['18 grudnia 2026', '2026-12-18'],
    ['18. prosince 2026', '2026-12-18'],
    ['18 декабря 2026', '2026-12-18'],
    ['18 грудня 2026', '2026-12-18'],
    ['18 Δεκεμβρίου 2026', '2026-12-18'],
    ['18 Aralık 2026', '2026-12-18'],
    ['18 joulukuuta 2026', '2026-12-18'],
    ['2026年12月18日', '2026-12-18'],
    ['2026년 12월 18일', '2026-12-18'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text, 'mdy')).toEqual(day(date))
    expect(readDate(text.normalize('NFD'), 'dmy')).toEqual(day(date))
  })

  it.each(['31 Feb 2026', '18 Foo 2026', 'Dec 2026', '18 Dec', 'Mill 18 2026', 'December', '18 2026', 'Op 10 Dec'])(
    '%s is not a date',
    (text) => {
      expect(readDate(text, 'mdy')).toBeNull()
    },
  )

  it('a month name that differs between languages is not guessed, and the reason is given', () => {
    // October in Croatian, but November in Czech and Polish.
    expect(readDate('18 listopad 2026', 'dmy')).toBeNull()
    expect(whyNoDate('18 listopad 2026', 'dmy')).toContain('different month in different languages')
  })
})

describe('a date next to its weekday', () => {
  it.each([
    ['Mon 11/23/26', '2026-11-23'],
    ['Mo 23.11.26', '2026-11-23'],
    ['Mo. 23.11.2026', '2026-11-23'],
    ['lun. 23 nov. 2026', '2026-11-23'],
    ['Monday, November 23, 2026', '2026-11-23'],
    ['11/23/2026 (Mon)', '2026-11-23'],
    ['пн 23.11.2026', '2026-11-23'],
    ['mar. 24 nov. 2026', '2026-11-24'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text, 'mdy')).toEqual(day(date))
  })

  it('a date that does not fall on its weekday is refused, with the reason', () => {
    expect(readDate('Tue 11/23/26', 'mdy')).toBeNull()
    expect(whyNoDate('Tue 11/23/26', 'mdy')).toBe(', because that day is another weekday')
  })

  it('a weekday settles the order of the numbers if only one order matches it', () => {
    // 2026-12-11 is a Friday, 2026-11-12 a Thursday.
    expect(columnOrder(['Fri 11/12/26']).order).toBe('dmy')
    expect(columnOrder(['Thu 11/12/26']).order).toBe('mdy')
  })
})

describe('a date in numbers', () => {
  it.each([
    ['20261218', day('2026-12-18')],
    ['20261218T0800', at('2026-12-18', '8:00')],
    ['20261218 08:15', at('2026-12-18', '8:15')],
    ['2026/12/18', day('2026-12-18')],
    ['2026.12.18', day('2026-12-18')],
    ['18. 12. 2026', day('2026-12-18')],
    ['18.12.2026.', day('2026-12-18')],
    ['12/18/26', day('2026-12-18')],
    ['12-18-2026', day('2026-12-18')],
    ['12/18/2026 8:00:00 AM', at('2026-12-18', '8:00')],
    ['12/18/2026 8 PM', at('2026-12-18', '20:00')],
    ['12/18/2026 8:15 p.m.', at('2026-12-18', '20:15')],
    ['18.12.2026, 8:15 Uhr', at('2026-12-18', '8:15')],
    ['18.12.2026 um 8.15 Uhr', at('2026-12-18', '8:15')],
    ['2026-12-18 08:15:30.250', { kind: 'wall', date: '2026-12-18', seconds: 29_730.25 }],
    ['2026-12-18 08:15\u202fAM', at('2026-12-18', '8:15')],
    ['2026-12-18 08:00-05:00', { kind: 'instant', atMs: Date.UTC(2026, 11, 18, 13) }],
    ['2026-12-18T08:00:00.500Z', { kind: 'instant', atMs: Date.UTC(2026, 11, 18, 8, 0, 0, 500) }],
    ['2026-12-18T08:00:00+0530', { kind: 'instant', atMs: Date.UTC(2026, 11, 18, 2, 30) }],
  ])('%s', (text, date) => {
    expect(readDate(text, 'mdy')).toEqual(date)
  })

  it.each([
    '46374',
    '20261318',
    '2026',
    '12',
    '1.5',
    '18.12.',
    '99999999',
    '2026-12-18 25:00',
    '12/18/2026 13 PM',
    'x'.repeat(10_000),
  ])('%s is not a date', (text) => {
    expect(readDate(text, 'mdy')).toBeNull()
  })
})
