import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { closedDayRules } from '#contract/vocabulary.ts'
import { calendarRules } from '#domain/scheduling/shop-calendars.ts'
import { WorkCalendar } from '#domain/time/work-calendar.ts'
import { shop } from '#testing/builders/shop-snapshot.ts'
import { dayMs, minuteMs } from '../../time/units.ts'
import { localClock } from './local-clock.ts'
import { OpenMinutes } from './open-minutes.ts'

const days = 12

const period = (least: number): fc.Arbitrary<ShiftPeriod> =>
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: least, max: 1439 }), fc.integer({ min: 30, max: 1440 }))
    .map(([weekday, fromMinute, length]) => ({ weekday, fromMinute, toMinute: fromMinute + length }))

const part = fc.oneof(
  fc.constant([null, null] as const),
  fc.tuple(fc.integer({ min: 0, max: 1438 }), fc.constant(1440)),
  fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 701, max: 1439 })),
)

const shopFrom = fc.record({
  closedDayRule: fc.constantFrom(...closedDayRules),
  // Zones whose clock goes forward, goes back at midnight, or does not change in the compared days.
  place: fc.constantFrom(
    ['America/New_York', '2026-03-04'],
    ['America/Santiago', '2026-04-01'],
    ['Australia/Lord_Howe', '2026-10-01'],
    ['Asia/Kolkata', '2026-11-18'],
  ),
  nights: fc.array(period(1000), { maxLength: 6 }),
  shifts: fc.array(period(0), { maxLength: 8 }),
  breaks: fc.array(
    period(0).map((each) => ({ ...each, toMinute: each.fromMinute + 30 })),
    { maxLength: 4 },
  ),
  holidays: fc.array(fc.tuple(fc.integer({ min: 0, max: days }), part, fc.boolean()), { minLength: 1, maxLength: 4 }),
})

it('engine and checker close the same minutes for night shifts, whole and partial closed days, and clock changes', () => {
  let [closedMinutes, cases] = [0, 0]
  fc.assert(
    fc.property(shopFrom, ({ closedDayRule, place, nights, shifts, breaks, holidays }) => {
      const [timeZone, first] = place
      const fromMs = Date.parse(first)
      const dateOf = (day: number) => new Date(fromMs + day * dayMs).toISOString().slice(0, 10)
      const snapshot = shop([], {
        timeZone,
        closedDayRule,
        shifts: [
          { shiftId: 'day', name: 'D', versions: [{ effectiveFrom: null, periods: [...nights, ...shifts], breaks }] },
        ],
        holidays: holidays.map(([day, [fromMinute, toMinute], isOfSaw], index) => ({
          holidayId: `${index}`,
          name: `H${index}`,
          date: dateOf(day),
          fromMinute,
          toMinute,
          categoryId: isOfSaw ? 'saw' : null,
        })),
      })
      // Two days of run-up, so that the checker's clock includes the evening before.
      const clock = localClock(timeZone, fromMs - 2 * dayMs, (days + 2) * 1440)
      for (const categoryId of [null, 'saw']) {
        const minutes = OpenMinutes.of(snapshot, categoryId, fromMs - 2 * dayMs, clock)
        const calendar = new WorkCalendar(calendarRules(snapshot, categoryId), fromMs)
        for (let atMs = fromMs; atMs < fromMs + days * dayMs; atMs += minuteMs) {
          const isOpen = calendar.isOpen(atMs)
          if (minutes.opensAt(atMs) !== isOpen) {
            throw new Error(`${timeZone} ${closedDayRule} ${new Date(atMs).toISOString()}: the engine says ${isOpen}`)
          }
          if (!isOpen) closedMinutes++
        }
        cases++
      }
    }),
    { numRuns: 60 },
  )
  expect(cases).toBe(120)
  expect(closedMinutes).toBeGreaterThan(0)
})
