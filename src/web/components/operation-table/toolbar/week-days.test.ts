import { expect, it } from 'vitest'
import { weekDays } from './filter-popover.tsx'

it.each([
  ['America/Chicago', 1, 0, '2026-11-16', '2026-11-22'],
  ['UTC', 1, 0, '2026-11-23', '2026-11-29'],
  ['America/Chicago', 1, 1, '2026-11-23', '2026-11-29'],
  ['America/Chicago', 7, 0, '2026-11-22', '2026-11-28'],
  ['America/Chicago', 6, 1, '2026-11-28', '2026-12-04'],
])(
  'weekDays on a Sunday night in Chicago, for a reader in %s whose week begins on day %i, gives the right week %i weeks ahead',
  (zone, weekStartsOn, ahead, fromDate, toDate) => {
    const sundayNight = Date.parse('2026-11-22T23:30:00-06:00')
    expect(weekDays(sundayNight, ahead, { zone, weekStartsOn })).toEqual({ fromDate, toDate })
  },
)
