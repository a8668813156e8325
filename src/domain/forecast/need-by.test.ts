import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayShift } from '#testing/builders/day-shift.ts'
import { startAfter } from '../scheduling/operation-work.ts'
import { hourMs, minuteMs } from '../time/units.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { type ChainedOperation, needBy } from './need-by.ts'

/** The working days of the day shift, with other hours. */
const shiftOf = (fromMinute: number, toMinute: number): WorkCalendar => {
  const { shift } = dayShift.rules
  const periods = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute, toMinute }))
  const versions = [{ effectiveFrom: null, periods, breaks: [] }]
  return new WorkCalendar({ ...dayShift.rules, shift: shift && { ...shift, versions } }, dayShift.originMs)
}
const calendars = [dayShift, shiftOf(360, 1320)]
const fours = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => count * 4 * minuteMs)
const chains = fc.record({
  before: fc.constantFrom(...calendars),
  calendar: fc.constantFrom(...calendars),
  wholeMs: fours(1, 300),
  leftMs: fours(1, 300),
  lagMs: fc.oneof(fc.constant(0), fours(0, 300)),
  waitMs: fc.oneof(fc.constant(0), fours(0, 600)),
  leftPercent: fc.constantFrom(0, 0, 25, 50, 75),
  dueMs: fc
    .integer({ min: 0, max: 14 * 24 * 4 })
    .map((quarters) => Date.parse('2026-11-23T00:00:00Z') + (quarters * hourMs) / 4),
})

it('need-by is the latest end after which the rule of links still lets the successor end by the due date', () => {
  fc.assert(
    fc.property(chains, ({ before, calendar, wholeMs, leftMs, lagMs, waitMs, leftPercent, dueMs }) => {
      const link = { index: 0, lagMs, waitMs, leftPercent }
      const chain: ChainedOperation[] = [
        { completed: false, calendar: before, leftMs: wholeMs, wholeMs, predecessors: [] },
        { completed: false, calendar, leftMs, wholeMs: leftMs, predecessors: [link] },
      ]
      const needMs = needBy(chain, [0, 1], dueMs)[0] ?? 0
      /** Where the successor ends if the predecessor is worked without a pause up to this end. */
      const endsAt = (endMs: number): number => {
        const startMs = before.startWall(before.toWork(endMs) - wholeMs)
        const { atMs } = startAfter(
          { calendar, leftMs },
          { calendar: before, startMs, endMs, wholeMs: () => wholeMs },
          link,
        )
        return calendar.endWall(calendar.toWork(atMs) + leftMs)
      }
      expect(endsAt(needMs)).toBeLessThanOrEqual(dueMs)
      expect(endsAt(before.endWall(before.toWork(needMs) + minuteMs))).toBeGreaterThan(dueMs)
    }),
    { numRuns: 300 },
  )
})
