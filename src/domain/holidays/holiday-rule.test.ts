import Holidays from 'date-holidays'
import { describe, expect, it } from 'vitest'
import type { HolidayRule } from '#contract/holiday-rules.ts'
import { holidayDates, ruleDate } from './holiday-rule.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** Parses the library's grammar as far as our rules can express it; null if they cannot. */
const ruleOf = (text: string): HolidayRule | null => {
  const bare = text.toLowerCase().replace(/ since \d{4}$/, '')
  const easter = /^easter( -?\d+)?$/.exec(bare)
  if (easter) return { kind: 'easter', offsetDays: Number(easter[1] ?? 0) }
  const nth = /^(\d)(?:st|nd|rd|th) (\w+) in (\w+)$/.exec(bare)
  if (nth && Number(nth[1]) <= 4) {
    const [month, weekday] = [months.indexOf(nth[3] ?? '') + 1, weekdays.indexOf(nth[2] ?? '') + 1]
    return { kind: 'weekday', month, weekday, nth: Number(nth[1]) as 1 | 2 | 3 | 4 }
  }
  const last = /^(?:1st )?(\w+) before (\d\d)-01$/.exec(bare)
  if (last && weekdays.includes(last[1] ?? '')) {
    const month = ((Number(last[2]) + 10) % 12) + 1
    return { kind: 'weekday', month, weekday: weekdays.indexOf(last[1] ?? '') + 1, nth: -1 }
  }
  const date = /^(\d\d)-(\d\d)$/.exec(bare)
  return date ? { kind: 'date', month: Number(date[1]), day: Number(date[2]), observed: 'asIs' } : null
}

const countries = ['US', 'DE', 'FR', 'GB', 'CA', 'AT', 'IT', 'NL', 'PL', 'AU']
const years = Array.from({ length: 10 }, (_, index) => 2024 + index)

describe('rules compared with the published dates of the library', () => {
  it.each(countries)('%s, ten years', (country) => {
    const library = new Holidays(country)
    let compared = 0
    for (const year of years) {
      for (const { rule: text, date, substitute, type } of library.getHolidays(year)) {
        const rule = type === 'public' && !substitute ? ruleOf(text) : null
        if (!rule) continue
        compared++
        expect(`${text}: ${ruleDate(rule, year)}`).toBe(`${text}: ${date.slice(0, 10)}`)
      }
    }
    expect(compared).toBeGreaterThan(30)
  })

  it('federal holidays are observed on the nearest weekday, as the library publishes', () => {
    const library = new Holidays('US')
    for (const year of years) {
      const kept = library
        .getHolidays(year)
        .filter(({ rule, type }) => type === 'public' && rule.startsWith('07-04'))
        .map(({ date }) => date.slice(0, 10))
      const rule: HolidayRule = { kind: 'date', month: 7, day: 4, observed: 'nearestWeekday' }
      expect(kept).toContain(ruleDate(rule, year))
    }
  })
})

describe('days of a rule', () => {
  const newYear: HolidayRule = { kind: 'date', month: 1, day: 1, observed: 'nearestWeekday' }

  it('a New Year on a Saturday is observed on the Friday before, in the old year', () => {
    expect(holidayDates({ date: '2026-01-01', rule: newYear }, 2028)).toEqual([
      '2026-01-01',
      '2027-01-01',
      '2027-12-31',
    ])
  })

  it('the days begin with the first day and end with the last year', () => {
    const rule: HolidayRule = { kind: 'weekday', month: 11, weekday: 4, nth: 4 }
    expect(holidayDates({ date: '2026-11-27', rule }, 2028)).toEqual(['2027-11-25', '2028-11-23'])
    expect(holidayDates({ date: '2026-11-27', rule: null }, 2028)).toEqual(['2026-11-27'])
  })

  it('years without such a day are skipped', () => {
    const rule: HolidayRule = { kind: 'date', month: 2, day: 29, observed: 'asIs' }
    expect(holidayDates({ date: '2024-01-01', rule }, 2032)).toEqual(['2024-02-29', '2028-02-29', '2032-02-29'])
  })

  it('a Sunday or Saturday moves to the Monday after', () => {
    const rule: HolidayRule = { kind: 'date', month: 7, day: 4, observed: 'nextMonday' }
    expect([2026, 2027, 2028].map((year) => ruleDate(rule, year))).toEqual(['2026-07-06', '2027-07-05', '2028-07-04'])
  })
})
