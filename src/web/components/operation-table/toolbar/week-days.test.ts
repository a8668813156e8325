import { expect, it } from 'vitest'
import { weekDays } from './week-days.ts'

it('is Monday to Sunday of the reader, also where Sunday is still on one side of the world only', () => {
  const sundayNight = Date.parse('2026-11-22T23:30:00-06:00')
  expect(weekDays(sundayNight, 0, 'America/Chicago')).toEqual({ fromDate: '2026-11-16', toDate: '2026-11-22' })
  expect(weekDays(sundayNight, 0, 'UTC')).toEqual({ fromDate: '2026-11-23', toDate: '2026-11-29' })
  expect(weekDays(sundayNight, 1, 'America/Chicago')).toEqual({ fromDate: '2026-11-23', toDate: '2026-11-29' })
})
