import { describe, expect, it } from 'vitest'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { run } from '#testing/plan-by-hand.ts'
import { minuteMs } from '../../time/units.ts'
import { localClock } from './local-clock.ts'
import { OpenMinutes } from './open-minutes.ts'

const holiday = (date: string) => ({
  holidayId: date,
  name: 'Holiday',
  date,
  fromMinute: null,
  toMinute: null,
  categoryId: null,
})

/** Zones in which the clock is set back at the end of a day, and the day after. */
const zones = [
  { timeZone: 'America/Santiago', date: '2026-04-05' },
  { timeZone: 'Africa/Cairo', date: '2026-10-30' },
]

describe('a day that begins after the clock was set back', () => {
  it.each(zones)('checker and engine close from the same minute on in $timeZone', ({ timeZone, date }) => {
    const snapshot = shop([], { timeZone, defaultShiftId: null, holidays: [holiday(date)] })
    const rules = { ...snapshot, shift: null }
    const differing: string[] = []
    for (let minute = 0; minute < 15; minute++) {
      const fromMs = Date.parse(date) - 2 * 86_400_000 + minute * minuteMs
      const minutes = OpenMinutes.of(snapshot, null, fromMs, localClock(timeZone, fromMs, 5 * 1440))
      const calendar = new WorkCalendar(rules, fromMs)
      for (let at = fromMs; at < fromMs + 5 * 86_400_000; at += minuteMs) {
        if (minutes.opensAt(at) !== calendar.isOpen(at)) differing.push(new Date(at).toISOString())
      }
    }
    expect(differing).toEqual([])
  })
  it.each(zones)('a plan across the clock change has no violation in $timeZone', ({ timeZone, date }) => {
    const nowMs = Date.parse(date) - 86_400_000 + 7 * minuteMs
    const long = operation('long', { durationHours: 48 })
    const list = [project('p', [long, operation('next', { dependencies: [{ operationId: 'long', lagHours: 0 }] })])]
    const result = run(shop(list, { timeZone, nowMs, defaultShiftId: null, holidays: [holiday(date)] }))
    expect(result.stats.placedOperations).toBe(2)
  })
})
