import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { allZones, timeZones } from '#contract/time-zones.ts'
import { addWorkingDays } from './add-working-days.ts'
import { WorkCalendar } from './work-calendar.ts'
import {
  dateOnlyToMs,
  endOfDayMs,
  endOfTodayOnEarth,
  localDate,
  localMinute,
  startOfDayMs,
  yearsBefore,
} from './zone-dates.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('zone dates', () => {
  it.each([
    ['America/New_York', '2026-03-08T15:00', '2026-03-08T05:00', '2026-03-09T04:00', '2026-03-08'],
    ['America/New_York', '2026-11-01T15:00', '2026-11-01T04:00', '2026-11-02T05:00', '2026-11-01'],
    ['Asia/Kolkata', '2026-11-20T20:00', '2026-11-20T18:30', '2026-11-21T18:30', '2026-11-21'],
    ['Pacific/Auckland', '2026-06-01T12:30', '2026-06-01T12:00', '2026-06-02T12:00', '2026-06-02'],
  ])('%s %s', (zone, at, start, end, date) => {
    expect(startOfDayMs(utc(at), zone)).toBe(utc(start))
    expect(endOfDayMs(utc(at), zone)).toBe(utc(end))
    expect(localDate(utc(at), zone)).toBe(date)
  })

  it('days begin and end as formatted by Intl, at every clock change', () => {
    for (const { zone } of timeZones) {
      for (let noonMs = utc('2026-01-01T12:00'); noonMs < utc('2028-01-01T00:00'); noonMs += 86_400_000) {
        if (new Date(noonMs).getUTCDay() > 0) continue
        const start = DateTime.fromMillis(noonMs, { zone }).startOf('day')
        const found = [startOfDayMs(noonMs, zone), endOfDayMs(noonMs, zone)]
        expect(found, `${zone} ${start}`).toEqual([start.toMillis(), start.plus({ days: 1 }).startOf('day').toMillis()])
      }
    }
  })

  /** One zone for each pair of winter and summer UTC offsets. */
  const differentZones = (): string[] => {
    const offsetsOf = (timeZone: string): string => {
      const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
      return ['2026-11-28T00:00', '2026-06-30T00:00'].map((at) => format.format(utc(at))).join()
    }
    return [...new Map([...allZones()].map((zone) => [offsetsOf(zone), zone])).values()]
  }

  it('the end of today on earth is a midnight that no zone counts as today, and no later instant', () => {
    const zones = differentZones()
    expect(zones.length).toBeGreaterThan(40)
    for (const at of [
      '2026-11-28T00:20',
      '2026-11-28T09:59',
      '2026-11-28T10:00',
      '2026-11-28T11:45',
      '2026-06-30T23:59',
    ]) {
      const end = endOfTodayOnEarth(utc(at))
      const ends = zones.map((zone) => endOfDayMs(utc(at), zone))
      expect(Math.max(...ends)).toBeLessThanOrEqual(end)
      // At most the gap between two offsets that no place uses.
      expect(end - Math.max(...ends)).toBeLessThanOrEqual(45 * 60_000)
    }
  })

  it.each([
    ['America/Chicago', '2026-11-18T09:00', 1, '2025-11-18T06:00'],
    ['America/Chicago', '2027-03-14T20:00', 1, '2026-03-14T05:00'],
    ['Europe/Kyiv', '2028-02-29T12:00', 1, '2027-02-27T22:00'],
  ])('the day in %s that is years before %s begins at its own midnight', (zone, at, years, start) => {
    expect(yearsBefore(utc(at), years, zone)).toBe(utc(start))
  })

  it('a date without a time is read as 08:00 local time', () => {
    expect(dateOnlyToMs('2026-11-20', 'America/New_York')).toBe(utc('2026-11-20T13:00'))
    expect(dateOnlyToMs('2026-11-20', 'Europe/Berlin', 0)).toBe(utc('2026-11-19T23:00'))
    expect(dateOnlyToMs('nonsense', 'Europe/Berlin')).toBeNaN()
    expect(localMinute(utc('2026-11-20T13:05'), 'America/New_York')).toBe(485)
  })
})

describe('addWorkingDays', () => {
  const calendar = new WorkCalendar(
    {
      timeZone: 'America/New_York',
      shift: {
        shiftId: 's',
        name: 'Day',
        versions: [
          {
            effectiveFrom: null,
            periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 1020 })),
            breaks: [],
          },
        ],
      },
      holidays: [
        {
          holidayId: 'h',
          name: 'Thanksgiving',
          date: '2026-11-26',
          fromMinute: null,
          toMinute: null,
          categoryId: null,
        },
      ],
      closedDayRule: 'shift',
      exceptions: [],
    },
    utc('2026-10-01T00:00'),
  )
  it('addWorkingDays skips weekends and holidays and preserves the local time, across clock changes too', () => {
    expect(addWorkingDays(utc('2026-11-25T15:00'), 0, calendar)).toBe(utc('2026-11-25T15:00'))
    expect(addWorkingDays(utc('2026-11-25T15:00'), 2, calendar)).toBe(utc('2026-11-30T15:00'))
    expect(addWorkingDays(utc('2026-10-30T14:00'), 1, calendar)).toBe(utc('2026-11-02T15:00'))
  })
  it('addWorkingDays terminates if there is no working day', () => {
    const shift = { shiftId: 's', name: 'Never', versions: [{ effectiveFrom: null, periods: [], breaks: [] }] }
    const never = new WorkCalendar({ timeZone: 'UTC', shift, holidays: [], closedDayRule: 'shift', exceptions: [] }, 0)
    expect(addWorkingDays(1_000, 3, never)).toBe(1_000)
  })
})
