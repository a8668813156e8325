import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShiftPeriod } from '#contract/shifts.ts'
import { timeZones } from '#contract/time-zones.ts'
import { type ClosedDayRule, closedDayRules } from '#contract/vocabulary.ts'
import { workingMinutes } from '#testing/working-minutes.ts'
import type { CalendarRules } from './calendar-rules.ts'
import { minuteMs } from './units.ts'
import { WorkCalendar } from './work-calendar.ts'

const period: fc.Arbitrary<ShiftPeriod> = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .map(([weekday, fromMinute, length]) => ({ weekday, fromMinute, toMinute: fromMinute + length }))

/** Around clock changes: northern spring and autumn, southern autumn and spring. */
const starts = ['2026-03-01', '2026-03-25', '2026-10-20', '2026-10-28', '2026-04-01', '2026-09-22'].map((d) =>
  Date.parse(d),
)

const rulesFrom = fc.record({
  zone: fc.constantFrom(...timeZones.map(({ zone }) => zone)),
  fromMs: fc.constantFrom(...starts),
  periods: fc.array(period, { maxLength: 12 }),
  nights: fc.array(
    fc.record({ weekday: fc.integer({ min: 1, max: 7 }), fromMinute: fc.constant(1320), toMinute: fc.constant(1800) }),
    { maxLength: 7 },
  ),
  breaks: fc.array(
    period.map((p) => ({ ...p, toMinute: p.fromMinute + 45 })),
    { maxLength: 5 },
  ),
  later: fc.option(fc.tuple(fc.integer({ min: 0, max: 13 }), fc.array(period, { maxLength: 8 }))),
  closedDayRule: fc.constantFrom(...closedDayRules),
  holidays: fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 13 }),
      fc.option(
        fc.oneof(
          fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 440 })),
          // From some minute until midnight.
          fc.integer({ min: 0, max: 1439 }).map((from): [number, number] => [from, 1440 - from]),
        ),
      ),
    ),
    { maxLength: 3 },
  ),
  exceptions: fc.array(
    fc.tuple(
      fc.constantFrom('overtime' as const, 'downtime' as const),
      fc.integer({ min: 0, max: 19_000 }),
      fc.integer({ min: 1, max: 3_000 }),
    ),
    { maxLength: 3 },
  ),
})

const toRules = (input: typeof rulesFrom extends fc.Arbitrary<infer T> ? T : never): CalendarRules => {
  const date = (day: number): string => new Date(input.fromMs + day * 86_400_000).toISOString().slice(0, 10)
  return {
    timeZone: input.zone,
    shift: {
      shiftId: 's',
      name: 'S',
      versions: [
        { effectiveFrom: null, periods: [...input.periods, ...input.nights], breaks: input.breaks },
        ...(input.later ? [{ effectiveFrom: date(input.later[0]), periods: input.later[1], breaks: [] }] : []),
      ],
    },
    holidays: input.holidays.map(([day, part], index) => ({
      holidayId: `${index}`,
      name: `H${index}`,
      date: date(day),
      fromMinute: part ? part[0] : null,
      toMinute: part ? part[0] + part[1] : null,
      categoryId: null,
    })),
    closedDayRule: input.closedDayRule,
    exceptions: input.exceptions.map(([kind, at, length], index) => ({
      kind,
      name: `E${index}`,
      startMs: input.fromMs + at * minuteMs,
      endMs: input.fromMs + (at + length) * minuteMs,
      categoryId: null,
    })),
  }
}

/** There are a million comparisons; `expect` alone would take most of the time. */
const same = (actual: number, expected: number, atMs: number): void => {
  if (actual !== expected) throw new Error(`${actual} instead of ${expected} at ${new Date(atMs).toISOString()}`)
}

describe('WorkCalendar', () => {
  it('the calendar matches a minute-by-minute count in all zones, across clock changes', () => {
    let openMinutes = 0
    fc.assert(
      fc.property(rulesFrom, (input) => {
        const rules = toRules(input)
        const minutes = 14 * 1440
        // Two days of run-up, so that the oracle's clock includes the evening before.
        const open = workingMinutes(rules, input.fromMs - 2 * 86_400_000, minutes + 2880).subarray(2880)
        const calendar = new WorkCalendar(rules, input.fromMs)
        const base = calendar.toWork(input.fromMs)
        let work = 0
        for (let i = 0; i < minutes; i++) {
          const atMs = input.fromMs + i * minuteMs
          same(calendar.toWork(atMs) - base, work, atMs)
          if (open[i] === 1) {
            same(calendar.startWall(base + work), atMs, atMs)
            same(calendar.toWork(atMs + 1_234), base + work + 1_234, atMs)
            work += minuteMs
            openMinutes += 1
            same(calendar.endWall(base + work), atMs + minuteMs, atMs)
          }
        }
      }),
      { numRuns: 60 },
    )
    expect(openMinutes).toBeGreaterThan(60 * 1440)
  })

  const day = (weekday: number): ShiftPeriod => ({ weekday, fromMinute: 360, toMinute: 1320 })
  const week = (zone: string, periods: ShiftPeriod[]): CalendarRules => ({
    timeZone: zone,
    shift: { shiftId: 's', name: 'S', versions: [{ effectiveFrom: null, periods, breaks: [] }] },
    holidays: [],
    closedDayRule: 'shift',
    exceptions: [],
  })

  it('the same work time ends in the evening and starts the next morning', () => {
    const calendar = new WorkCalendar(week('UTC', [1, 2, 3, 4, 5].map(day)), Date.UTC(2026, 10, 16))
    const evening = Date.UTC(2026, 10, 16, 22)
    const x = calendar.toWork(evening)
    expect(calendar.endWall(x)).toBe(evening)
    expect(calendar.startWall(x)).toBe(Date.UTC(2026, 10, 17, 6))
  })

  it.each([
    ['2026-03-07', 7],
    ['2026-10-31', 9],
    ['2026-06-06', 8],
  ])('a night shift 22:00-06:00 in New York on %s has %i hours', (date, hours) => {
    const rules = week('America/New_York', [{ weekday: 6, fromMinute: 1320, toMinute: 1800 }])
    const calendar = new WorkCalendar(rules, Date.parse(date) - 86_400_000)
    const from = Date.parse(`${date}T12:00:00Z`)
    expect(calendar.toWork(from + 86_400_000) - calendar.toWork(from)).toBe(hours * 3_600_000)
  })

  it('a calendar without working time is recognized without an endless search', () => {
    const never = new WorkCalendar(week('Europe/Berlin', []), 0)
    expect(never.startWall(0)).toBe(Infinity)
    expect(never.endWall(1)).toBe(Infinity)
    expect(never.toWork(Date.UTC(2026, 0, 1))).toBe(0)
    const once = new WorkCalendar(
      {
        ...week('UTC', []),
        exceptions: [{ kind: 'overtime', name: 'O', startMs: 7_200_000, endMs: 10_800_000, categoryId: null }],
      },
      0,
    )
    expect(once.startWall(0)).toBe(7_200_000)
    expect(once.endWall(3_600_000)).toBe(10_800_000)
    expect(once.startWall(3_600_000)).toBe(Infinity)
    // A break that covers the whole period leaves nothing either.
    const covered = week('UTC', [{ weekday: 1, fromMinute: 600, toMinute: 660 }])
    covered.shift?.versions[0]?.breaks.push({ weekday: 7, fromMinute: 1000, toMinute: 2200 })
    expect(new WorkCalendar(covered, 0).startWall(0)).toBe(Infinity)
  })

  it('a calendar without a shift is always open, even in the far future', () => {
    const calendar = new WorkCalendar({ ...week('Asia/Kolkata', []), shift: null }, 0)
    const farMs = Date.UTC(2150, 5, 1)
    expect(calendar.startWall(calendar.toWork(farMs))).toBe(farMs)
    expect(calendar.intervals(1_000, farMs)).toEqual([1_000, farMs])
  })

  it('a shift pattern that is open all week equals no shift', () => {
    const periods = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1440 }))
    const shift = { shiftId: 's', name: 'Always', versions: [{ effectiveFrom: null, periods, breaks: [] }] }
    const fromMs = Date.parse('2026-03-02T00:00:00Z')
    const calendar = new WorkCalendar(
      { timeZone: 'UTC', shift, holidays: [], closedDayRule: 'shift', exceptions: [] },
      fromMs,
    )
    expect(calendar.toWork(fromMs + 90 * 86_400_000)).toBe(90 * 86_400_000)
    expect(calendar.endWall(90 * 86_400_000)).toBe(fromMs + 90 * 86_400_000)
  })

  it('a holiday is named only if it closed working time', () => {
    const rules = week('UTC', [1, 2, 3, 4, 5].map(day))
    const holiday = (date: string, name: string) => ({
      holidayId: date,
      name,
      date,
      fromMinute: null,
      toMinute: null,
      categoryId: null,
    })
    rules.holidays = [holiday('2026-11-21', 'On a Saturday'), holiday('2026-11-26', 'Thanksgiving')]
    const calendar = new WorkCalendar(rules, Date.UTC(2026, 10, 1))
    expect(calendar.holidayBetween(Date.UTC(2026, 10, 20, 22), Date.UTC(2026, 10, 23, 6))).toBeNull()
    expect(calendar.holidayBetween(Date.UTC(2026, 10, 25, 22), Date.UTC(2026, 10, 27, 6))).toBe('Thanksgiving')
    expect(calendar.intervals(Date.UTC(2026, 10, 25), Date.UTC(2026, 10, 28)).length).toBe(4)
  })

  describe('on a closed day between night shifts', () => {
    // Thursday 26 November 2026; nights begin at 22:00 and end at 06:00.
    const nights = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 1320, toMinute: 1800 }))
    const thursday = Date.UTC(2026, 10, 26)
    const open = (closedDayRule: ClosedDayRule, part: [number, number] | null): string[] => {
      const [fromMinute, toMinute] = part ?? [null, null]
      const holiday = {
        holidayId: 'h',
        name: 'Thanksgiving',
        date: '2026-11-26',
        fromMinute,
        toMinute,
        categoryId: null,
      }
      const calendar = new WorkCalendar(
        { ...week('UTC', nights), holidays: [holiday], closedDayRule },
        Date.UTC(2026, 10, 1),
      )
      const [from, to] = [thursday - 12 * 60 * minuteMs, thursday + 40 * 60 * minuteMs]
      return calendar.intervals(from, to).map((atMs) => new Date(atMs).toISOString().slice(8, 16))
    }
    const [wednesdayNight, thursdayNight] = [
      ['25T22:00', '26T06:00'],
      ['26T22:00', '27T06:00'],
    ]

    it.each([
      ['shift', 'the whole day', null, wednesdayNight],
      ['shift', 'noon until midnight', [720, 1440], wednesdayNight],
      ['shift', 'midnight until noon', [0, 720], [...wednesdayNight, ...thursdayNight]],
      [
        'shift',
        'the hour from 22:30',
        [1350, 1410],
        [...wednesdayNight, '26T22:00', '26T22:30', '26T23:30', '27T06:00'],
      ],
      ['midnight', 'the whole day', null, ['25T22:00', '26T00:00', '27T00:00', '27T06:00']],
      ['midnight', 'noon until midnight', [720, 1440], [...wednesdayNight, '27T00:00', '27T06:00']],
      ['midnight', 'midnight until noon', [0, 720], ['25T22:00', '26T00:00', ...thursdayNight]],
    ] as const)('the rule %s, closed for %s, leaves these hours', (rule, _, part, expected) => {
      expect(open(rule, part && [...part])).toEqual(expected)
    })

    it('the holiday is named for the hours after midnight that its own shift loses, and not for the previous shift', () => {
      const holiday = {
        holidayId: 'h',
        name: 'Thanksgiving',
        date: '2026-11-26',
        fromMinute: null,
        toMinute: null,
        categoryId: null,
      }
      const rules = { ...week('UTC', nights), holidays: [holiday] }
      const calendar = new WorkCalendar(rules, Date.UTC(2026, 10, 1))
      const at = (hours: number) => thursday + hours * 60 * minuteMs
      expect(calendar.holidayBetween(at(25), at(28))).toBe('Thanksgiving')
      expect(calendar.holidayBetween(at(0), at(6))).toBeNull()
    })

    it('without a shift pattern, the day lasts from midnight to midnight under both rules', () => {
      const holiday = {
        holidayId: 'h',
        name: 'Thanksgiving',
        date: '2026-11-26',
        fromMinute: null,
        toMinute: null,
        categoryId: null,
      }
      for (const closedDayRule of closedDayRules) {
        const rules = { ...week('UTC', []), shift: null, holidays: [holiday], closedDayRule }
        const calendar = new WorkCalendar(rules, Date.UTC(2026, 10, 25))
        expect(calendar.intervals(thursday, thursday + 25 * 3_600_000)).toEqual([
          thursday + 24 * 3_600_000,
          thursday + 25 * 3_600_000,
        ])
      }
    })
  })
})
