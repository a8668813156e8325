import { expect, test } from 'vitest'
import { nextOfSchedule } from './clock-schedule.ts'

const at = (iso: string): number => Date.parse(iso)
const next = (schedule: Parameters<typeof nextOfSchedule>[0], zone: string, after: string): string =>
  new Date(nextOfSchedule(schedule, zone, at(after))).toISOString()
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('an hourly schedule is due at its minute of this hour or the next', () => {
  const schedule = { kind: 'hourly', minute: 20 } as const
  expect(next(schedule, 'UTC', '2026-11-18T09:00:00Z')).toBe('2026-11-18T09:20:00.000Z')
  expect(next(schedule, 'UTC', '2026-11-18T09:20:00Z')).toBe('2026-11-18T10:20:00.000Z')
  // Kolkata is half an hour off.
  expect(next(schedule, 'Asia/Kolkata', '2026-11-18T09:00:00Z')).toBe('2026-11-18T09:50:00.000Z')
})

test('a daily schedule is due at its local time on its weekdays only', () => {
  const schedule = { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] } as const
  expect(next({ ...schedule, weekdays: [...schedule.weekdays] }, 'Europe/Berlin', '2026-11-18T04:00:00Z')).toBe(
    '2026-11-18T04:30:00.000Z',
  )
  // From Friday to Monday.
  expect(next({ ...schedule, weekdays: [...schedule.weekdays] }, 'Europe/Berlin', '2026-11-20T04:30:00Z')).toBe(
    '2026-11-23T04:30:00.000Z',
  )
})

test('a time that daylight saving leaves out is due after the gap, one that occurs twice is due once', () => {
  const schedule = { kind: 'daily', at: '02:30', weekdays: everyDay } as const
  const berlin = { ...schedule, weekdays: [...everyDay] }
  expect(next(berlin, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(next(berlin, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(next(berlin, 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
})

test('an hourly schedule is due 25 times on the day with an hour more', () => {
  let afterMs = at('2026-10-24T21:59:59Z')
  let times = 0
  for (; afterMs < at('2026-10-25T22:59:00Z'); times += 1) {
    afterMs = nextOfSchedule({ kind: 'hourly', minute: 0 }, 'Europe/Berlin', afterMs)
  }
  expect(times).toBe(26)
})
