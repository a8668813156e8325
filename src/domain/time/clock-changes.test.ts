import { describe, expect, it } from 'vitest'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { timeZones } from '#contract/time-zones.ts'
import { type ClosedDayRule, closedDayRules } from '#contract/vocabulary.ts'
import { workingMinutes } from '#testing/working-minutes.ts'
import type { CalendarRules } from './calendar-rules.ts'
import { WorkCalendar } from './work-calendar.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const zones = timeZones.map(({ zone }) => zone)

/** Instants (to the minute) between two years at which a zone changes its offset, found by bisection over Intl. */
const clockChanges = (zone: string, fromMs: number, toMs: number): number[] => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const offsetAt = (atMs: number) => format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value
  const changes: number[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += dayMs) {
    if (offsetAt(atMs) === offsetAt(atMs + dayMs)) continue
    let [before, after] = [atMs, atMs + dayMs]
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
      if (offsetAt(middle) === offsetAt(before)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

const daily = (fromMinute: number, toMinute: number): ShiftPeriod[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute, toMinute }))

/** Nights across the change with a break in them, a shift inside the skipped or repeated hour, and one all day. */
const weeks: { periods: ShiftPeriod[]; breaks: ShiftPeriod[] }[] = [
  { periods: daily(1320, 1800), breaks: daily(1530, 1575) },
  { periods: [...daily(75, 165), ...daily(150, 200)], breaks: daily(100, 125) },
  { periods: daily(0, 1440), breaks: daily(1430, 1530) },
]

const rulesAt = (
  zone: string,
  changeMs: number,
  week: (typeof weeks)[number],
  closedDayRule: ClosedDayRule,
): CalendarRules => {
  const date = new Date(changeMs).toISOString().slice(0, 10)
  const next = new Date(changeMs + dayMs).toISOString().slice(0, 10)
  const exception = { name: 'E', categoryId: null }
  return {
    timeZone: zone,
    shift: { shiftId: 's', name: 'S', versions: [{ effectiveFrom: null, ...week }] },
    holidays: [
      { holidayId: 'a', name: 'Part', date, fromMinute: 110, toMinute: 155, categoryId: null },
      { holidayId: 'b', name: 'Whole', date: next, fromMinute: null, toMinute: null, categoryId: null },
    ],
    closedDayRule,
    exceptions: [
      { ...exception, kind: 'overtime', startMs: changeMs - 25 * minuteMs, endMs: changeMs + 40 * minuteMs },
      { ...exception, kind: 'downtime', startMs: changeMs + 10 * minuteMs, endMs: changeMs + 2 * hourMs },
    ],
  }
}

describe('the calendar at every clock change of three years', () => {
  it.each(zones.flatMap((zone) => closedDayRules.map((rule) => [zone, rule] as const)))(
    'the calendar matches a count of every minute in %s with closed days by %s',
    (zone, closedDayRule) => {
      const days = 3
      const changes = clockChanges(zone, Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1))
      let minutes = 0
      // Zones without clock changes test an ordinary night.
      for (const changeMs of changes.length > 0 ? changes : [Date.UTC(2026, 2, 29, 1)]) {
        const fromMs = changeMs - dayMs - (changeMs % dayMs)
        for (const week of weeks) {
          const rules = rulesAt(zone, changeMs, week, closedDayRule)
          const open = workingMinutes(rules, fromMs - 2 * dayMs, (days + 2) * 1440).subarray(2 * 1440)
          const calendar = new WorkCalendar(rules, fromMs)
          let workMs = calendar.toWork(fromMs)
          for (const [minute, isOpen] of open.entries()) {
            const atMs = fromMs + minute * minuteMs
            // Calling `expect` for every minute would take most of the time.
            if (calendar.toWork(atMs) !== workMs || calendar.isOpen(atMs) !== (isOpen === 1)) {
              throw new Error(`${zone} ${new Date(atMs).toISOString()}: ${calendar.toWork(atMs) - workMs} ms off`)
            }
            workMs += isOpen * minuteMs
            minutes += 1
          }
        }
      }
      expect(minutes).toBe(Math.max(1, changes.length) * weeks.length * days * 1440)
    },
  )

  it('each zone with daylight saving time has six clock changes, and the others none', () => {
    const counts = zones.map((zone) => clockChanges(zone, Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1)).length)
    expect(zones).toHaveLength(20)
    expect(new Set(counts)).toEqual(new Set([0, 6]))
    expect(counts.filter((count) => count === 6).length).toBeGreaterThanOrEqual(10)
  })
})
