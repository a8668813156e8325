import { describe, expect, it } from 'vitest'
import {
  type DateSettings,
  dayOfEnd,
  formatDay,
  formatShipDate,
  formatShortDateTime,
  formatTime,
} from './format-date.ts'
import { formatHours, formatHoursColumn, formatSpan } from './format-hours.ts'
import { formatCount, formatNumber, formatPercent } from './format-number.ts'
import { daysUntil, formatSlack, relativeDays, timeAgo } from './format-relation.ts'
import { initials } from './initials.ts'

const us: DateSettings = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }
const eu: DateSettings = { zone: 'Europe/Berlin', dateFormat: 'dd/MM/yyyy', timeFormat: '24h' }
const iso: DateSettings = { ...us, dateFormat: 'yyyy-MM-dd' }
const nowMs = Date.parse('2026-11-18T16:24:00Z')
const completed = '2026-11-24T22:30:00Z'

describe('dates', () => {
  it('follow the time zone and the formats of the reader', () => {
    expect(formatShipDate(completed, us, nowMs)).toBe('Tue 11/24')
    expect(formatShipDate(completed, eu, nowMs)).toBe('Tue 24/11')
    expect(formatShipDate(completed, iso, nowMs)).toBe('Tue 11-24')
    expect(formatTime(completed, us)).toBe('4:30 PM')
    expect(formatTime(completed, eu)).toBe('23:30')
    expect(formatTime('2026-11-24T06:05:00Z', us)).toBe('12:05 AM')
    expect(formatTime('2026-11-24T18:05:00Z', us)).toBe('12:05 PM')
    expect(formatShipDate('2026-11-24T23:30:00Z', eu, nowMs)).toBe('Wed 25/11')
  })

  it('show a weekday within two weeks, and the year only if it is not the current one', () => {
    expect(formatShipDate(completed, us, nowMs)).toBe('Tue 11/24')
    expect(formatShipDate('2026-11-02T14:00:00Z', us, nowMs)).toBe('11/02')
    expect(formatShipDate('2026-12-02T14:00:00Z', us, nowMs)).toBe('Wed 12/02')
    expect(formatShipDate('2026-12-03T14:00:00Z', us, nowMs)).toBe('12/03')
    expect(formatShipDate('2027-12-03T14:00:00Z', us, nowMs)).toBe('12/03/27')
    expect(formatShipDate('2025-11-20T14:00:00Z', iso, nowMs)).toBe('2025-11-20')
    const newYearsEve = Date.parse('2026-12-31T16:00:00Z')
    expect(formatShipDate('2027-01-04T14:00:00Z', us, newYearsEve)).toBe('Mon 01/04/27')
    // The year changes in the time zone of the user, not in UTC.
    expect(formatShipDate('2027-01-01T03:00:00Z', us, newYearsEve)).toBe('Thu 12/31')
    expect(formatShortDateTime('2026-12-24T12:00:00Z', us, nowMs)).toBe('12/24 6:00 AM')
    expect(formatShortDateTime(completed, us, nowMs)).toBe('Tue 11/24 4:30 PM')
    expect(formatShortDateTime('2027-02-01T14:00:00Z', us, nowMs)).toBe('02/01/27 8:00 AM')
    expect(formatShortDateTime('2026-11-09T12:00:00Z', us, nowMs)).toBe('Mon 11/09 6:00 AM')
  })

  it('without an instant use the same format, and "within two weeks" counts from the reader\u2019s own day', () => {
    const tokyo: DateSettings = { ...eu, zone: 'Asia/Tokyo' }
    // 01:24 on 19 November in Tokyo.
    expect([formatDay('2026-11-24', us, nowMs), formatDay('2026-11-24', tokyo, nowMs)]).toEqual([
      'Tue 11/24',
      'Tue 24/11',
    ])
    expect([formatDay('2026-12-03', us, nowMs), formatDay('2026-12-03', tokyo, nowMs)]).toEqual(['12/03', 'Thu 03/12'])
    expect([formatDay('2027-01-01', us, nowMs), formatDay('1999-12-31', iso, nowMs)]).toEqual([
      '01/01/27',
      '1999-12-31',
    ])
  })

  it('name the previous day when an end falls on midnight', () => {
    const midnight = '2026-11-25T06:00:00Z'
    expect(formatShipDate(midnight, us, nowMs)).toBe('Wed 11/25')
    expect(formatShipDate(dayOfEnd(midnight), us, nowMs)).toBe('Tue 11/24')
    expect(formatShipDate(dayOfEnd('2026-11-25T06:01:00Z'), us, nowMs)).toBe('Wed 11/25')
    expect([dayOfEnd(null), dayOfEnd('never')]).toEqual([null, null])
  })

  it('are shown as an em dash when they are missing or invalid', () => {
    for (const format of [formatTime, formatShipDate, formatShortDateTime]) {
      expect([format(null, us), format(undefined, us), format('', us), format('never', us)]).toEqual([
        '—',
        '—',
        '—',
        '—',
      ])
    }
  })
})

describe('relative dates', () => {
  it.each([
    ['2026-11-02T14:00:00Z', '16 d ago'],
    ['2026-11-18T05:59:00Z', '1 d ago'],
    ['2026-11-18T06:00:00Z', 'today'],
    ['2026-11-19T06:00:00Z', 'tomorrow'],
    ['2026-12-01T14:00:00Z', 'in 13 d'],
  ])('%s is %s in Chicago', (instant, words) => expect(relativeDays(instant, us.zone, nowMs)).toBe(words))

  it('count calendar days across a clock change', () => {
    expect(daysUntil('2026-11-02T06:00:00Z', us.zone, Date.parse('2026-11-01T05:00:00Z'))).toBe(1)
    expect(relativeDays(null, us.zone, nowMs)).toBe('')
  })

  it('describe slack and past times in words', () => {
    expect([5, 0, -4, -1000, null, Number.NaN].map(formatSlack)).toEqual([
      '+5 d',
      '0 d',
      '4 d late',
      '1,000 d late',
      '—',
      '—',
    ])
    const ago = (minutes: number) => timeAgo(nowMs - minutes * 60_000, us.zone, nowMs)
    expect([0, 5, 180, 60 * 20, 60 * 24 * 4].map(ago)).toEqual([
      'just now',
      '5 min ago',
      '3 h ago',
      'yesterday',
      '4 d ago',
    ])
  })
})

describe('numbers', () => {
  it('are formatted short, and never print NaN', () => {
    expect([68.5, 14, 0, null].map(formatHours)).toEqual(['68.5 h', '14 h', '0 h', '—'])
    expect([6, 119.5].map(formatHoursColumn)).toEqual(['6.0', '119.5'])
    expect(formatSpan((3 * 1440 + 16 * 60 + 30) * 60_000)).toBe('3 d 16 h 30 min')
    expect(formatSpan(0)).toBe('0 min')
    expect([formatNumber(1234.56), formatNumber(Number.NaN), formatPercent(42.6)]).toEqual(['1,234.6', '—', '43 %'])
    expect([formatCount(1, 'project'), formatCount(0, 'project'), formatCount(2, 'entry', 'entries')]).toEqual([
      '1 project',
      '0 projects',
      '2 entries',
    ])
  })

  it('initials have at most two letters', () => {
    expect(['Dana Wells', 'Ana Maria de Souza', 'planner@example.com', '  ', null].map(initials)).toEqual([
      'DW',
      'AS',
      'P',
      '?',
      '?',
    ])
  })
})
