import { expect, it } from 'vitest'
import { KnownHolidays, type NamedDay } from './known-holidays.ts'

const fourth = { kind: 'date', month: 7, day: 4, observed: 'asIs' } as const
const known = (...days: NamedDay[]) => {
  const list = new KnownHolidays()
  for (const day of days) list.add(day)
  return (day: NamedDay) => list.has(day)
}

it('an existing day is recognized by name, date and hours', () => {
  const has = known({ name: 'Eve', date: '2026-12-24', fromMinute: 720, toMinute: 1440 })
  expect(has({ name: 'Eve', date: '2026-12-24', fromMinute: 720, toMinute: 1440 })).toBe(true)
  expect(has({ name: 'Eve', date: '2026-12-24' })).toBe(false)
  expect(has({ name: 'Eve', date: '2026-12-25', fromMinute: 720, toMinute: 1440 })).toBe(false)
  expect(has({ name: 'Other', date: '2026-12-24', fromMinute: 720, toMinute: 1440 })).toBe(false)
})

it("a day of an existing rule is recognized from the rule's first day on", () => {
  const has = known({ name: 'Fourth', date: '2026-07-04', rule: fourth })
  expect(['2025', '2026', '2031'].map((year) => has({ name: 'Fourth', date: `${year}-07-04` }))).toEqual([
    false,
    true,
    true,
  ])
  expect(has({ name: 'Fourth', date: '2031-07-05' })).toBe(false)
  const newYear = known({
    name: 'New',
    date: '2020-01-01',
    rule: { kind: 'date', month: 1, day: 1, observed: 'nearestWeekday' },
  })
  expect(newYear({ name: 'New', date: '2027-12-31' })).toBe(true)
})

it('a yearly holiday is not recognized because one of its days exists', () => {
  const has = known({ name: 'Fourth', date: '2026-07-04' })
  expect(has({ name: 'Fourth', date: '2026-07-04', rule: fourth })).toBe(false)
  expect(
    known({ name: 'Fourth', date: '2025-07-04', rule: fourth })({ name: 'Fourth', date: '2026-07-04', rule: fourth }),
  ).toBe(true)
})
