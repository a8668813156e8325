import { expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { timeRange } from './time-range.ts'

const zone = 'America/Chicago'
// Sunday 11/22/2026, 7 PM in Chicago, which is Monday in UTC.
const sundayEvening = Date.UTC(2026, 10, 23, 1)

it.each([
  ['Monday', 1, '2026-11-16T06:00:00.000Z'],
  ['Saturday', 6, '2026-11-21T06:00:00.000Z'],
  ['Sunday', 7, '2026-11-22T06:00:00.000Z'],
])('timeRange begins weeks on %s at local midnight, even across a clock change', (_, weekStartsOn, thisWeek) => {
  const { fromMs, toMs, weekStarts } = timeRange('overdue', sundayEvening, { zone, weekStartsOn })
  expect(new Date(valueAt(weekStarts, 4)).toISOString()).toBe(thisWeek)
  expect([fromMs, weekStarts.length]).toEqual([weekStarts[0], 8])
  expect(new Date(toMs).toISOString().slice(11)).toBe('06:00:00.000Z')
  // Four weeks earlier, daylight saving time was in force.
  expect(new Date(fromMs).toISOString().slice(11)).toBe('05:00:00.000Z')
})
