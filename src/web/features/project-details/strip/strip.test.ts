import { describe, expect, it } from 'vitest'
import type { Operation } from '#contract/operations.ts'
import type { Shift } from '#contract/shifts.ts'
import { closedSpans } from './closed-spans.ts'
import { stripLink } from './strip-bars.tsx'
import { labelStep, type StripBar, stripBars, stripRange, stripX } from './strip-scale.ts'

const zone = 'America/Chicago'
const bar = (from: string, to: string) =>
  ({ startMs: Date.parse(from), endMs: Date.parse(to), forecastMs: null }) as unknown as StripBar

describe('the days of the strip', () => {
  it('are whole local days that cover the bars, the ship date and a nearby now, plus a day as margin', () => {
    const bars = [bar('2026-10-31T14:00:00Z', '2026-11-02T15:00:00Z')]
    const range = stripRange(bars, Date.parse('2026-11-04T06:00:00Z'), Date.parse('2026-10-30T15:00:00Z'), zone)
    expect(range && new Date(range.fromMs).toISOString()).toBe('2026-10-30T05:00:00.000Z')
    expect(range && new Date(range.toMs).toISOString()).toBe('2026-11-05T06:00:00.000Z')
    expect(range?.days).toHaveLength(6)
    expect(range?.days.map(({ startMs, endMs }) => (endMs - startMs) / 3_600_000)).toEqual([24, 24, 25, 24, 24, 24])
  })

  it('omit a distant now, and are empty without bars', () => {
    const bars = [bar('2026-11-10T14:00:00Z', '2026-11-11T15:00:00Z')]
    expect(stripRange(bars, null, Date.parse('2027-03-01T00:00:00Z'), zone)?.days).toHaveLength(3)
    expect(stripRange([], null, 0, zone)).toBeNull()
  })

  it('reach the forecast end of open work, even if the plan lies in the past', () => {
    const open = {
      startDate: '2026-11-10T14:00:00Z',
      endDate: '2026-11-11T15:00:00Z',
      status: 'Pending',
      outlook: { forecastEndDate: '2026-11-30T20:00:00Z' },
    } as Operation
    const late = stripBars([open])
    expect(late[0]?.forecastMs).toBe(Date.parse('2026-11-30T20:00:00Z'))
    const range = stripRange(late, null, Date.parse('2026-11-27T15:00:00Z'), zone)
    expect(range && new Date(range.toMs).toISOString()).toBe('2026-12-02T06:00:00.000Z')
    expect(stripBars([{ ...open, status: 'Completed' }])[0]?.forecastMs).toBeNull()
  })

  it('map an instant to its position and never outside the strip', () => {
    const range = { fromMs: 100, toMs: 300, days: [] }
    expect([50, 100, 200, 300, 999].map((atMs) => stripX(range, 1000, atMs))).toEqual([0, 0, 500, 1000, 1000])
  })

  it('have as many labels as fit', () => {
    expect([60, 30, 8, 1].map((dayPx) => labelStep(dayPx, 48))).toEqual([1, 2, 7, 56])
  })
})

describe('a dependency line', () => {
  it('runs right from the end of the predecessor and down to the start of the successor', () => {
    expect(stripLink({ fromX: 10, fromY: 5, toX: 50, toY: 20 })).toEqual({
      path: 'M10 5H50q3 0 3 3V17',
      arrow: 'M50.5 16.5h5l-2.5 3.5z',
    })
  })

  it('goes up when the successor is in a row above', () => {
    expect(stripLink({ fromX: 10, fromY: 40, toX: 50, toY: 20 }).path).toBe('M10 40H50q3 0 3 -3V23')
  })
})

describe('closed time', () => {
  const period = (weekday: number, fromHour: number, toHour: number) => ({
    weekday,
    fromMinute: fromHour * 60,
    toMinute: toHour * 60,
  })
  const periods = [...[1, 2, 3, 4, 5].map((day) => period(day, 6, 22)), period(6, 6, 12)]
  const shift = { versions: [{ effectiveFrom: null, periods, breaks: [] }] } as unknown as Shift
  const holiday = { date: '2026-11-26', fromMinute: null, toMinute: null, categoryId: null } as never
  const span = {
    zone,
    closedDayRule: 'shift' as const,
    fromMs: Date.parse('2026-11-16T06:00:00Z'),
    toMs: Date.parse('2026-11-29T06:00:00Z'),
  }
  const words = (spans: { fromMs: number; toMs: number }[]) =>
    spans.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' to '))

  it('includes the weekend and the holiday, but not the night between two shifts', () => {
    expect(words(closedSpans({ ...span, shift, holidays: [holiday] }))).toEqual([
      '11-16T06:00 to 11-16T12:00',
      '11-21T18:00 to 11-23T12:00',
      '11-26T04:00 to 11-27T12:00',
      '11-28T18:00 to 11-29T06:00',
    ])
  })

  it('is empty without a shift pattern, and covers the whole strip if the pattern has no working time', () => {
    expect(closedSpans({ ...span, shift: undefined, holidays: [] })).toEqual([])
    const idle = { versions: [{ effectiveFrom: null, periods: [], breaks: [] }] } as unknown as Shift
    expect(closedSpans({ ...span, shift: idle, holidays: [] })).toEqual([{ fromMs: span.fromMs, toMs: span.toMs }])
  })
})
