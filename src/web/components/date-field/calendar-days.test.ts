import { expect, it } from 'vitest'
import { dayAfterKey, weeksOf } from './calendar-days.ts'

it.each([
  ['ArrowLeft', '2026-11-17'],
  ['ArrowRight', '2026-11-19'],
  ['ArrowUp', '2026-11-11'],
  ['ArrowDown', '2026-11-25'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['PageUp', '2026-10-18'],
  ['PageDown', '2026-12-18'],
  ['Shift PageUp', '2025-11-18'],
  ['Shift PageDown', '2027-11-18'],
  ['x', null],
])('%s moves from 2026-11-18 to %s in weeks that start on Monday', (keys, expected) => {
  const key = keys.replace('Shift ', '')
  expect(dayAfterKey('2026-11-18', { key, shiftKey: key !== keys }, 1)).toBe(expected)
})

it('going from the last day of a long month to a shorter month selects its last day', () => {
  expect(dayAfterKey('2027-01-31', { key: 'PageDown', shiftKey: false }, 1)).toBe('2027-02-28')
})

it.each([
  [1, '2026-10-26', '2026-12-06'],
  [7, '2026-11-01', '2026-12-12'],
])('a month is shown as six weeks that start on weekday %i', (weekStartsOn, first, last) => {
  const weeks = weeksOf('2026-11-18', weekStartsOn)
  expect([weeks.length, weeks[0]?.[0], weeks[5]?.[6]]).toEqual([6, first, last])
})
