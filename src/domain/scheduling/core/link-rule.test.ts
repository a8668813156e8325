import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayShift } from '#testing/builders/day-shift.ts'
import { KnownOpenTime } from '../../time/known-open-time.ts'
import { hourMs, minuteMs } from '../../time/units.ts'
import { shareDoneMs, shareMs, startAfter } from '../operation-work.ts'
import { workAfter } from './link-rule.ts'

const mondayMs = Date.parse('2026-11-16T00:00:00Z')
const minutes = (most: number) => fc.integer({ min: 0, max: most }).map((count) => count * minuteMs)

/** A predecessor on the day shift, and a link to an operation that has the same working time. */
const links = fc.record({
  startWork: minutes(5 * 8 * 60).map((work) => dayShift.toWork(mondayMs) + work),
  beforeMs: minutes(20 * 60).map((ms) => ms + minuteMs),
  leftMs: minutes(20 * 60),
  lagMs: fc.oneof(fc.constant(0), minutes(30 * 60)),
  waitMs: fc.oneof(fc.constant(0), minutes(50 * 60)),
  leftPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })),
})

const open = dayShift.intervals(dayShift.originMs, mondayMs + 100 * 24 * hourMs)
/** The same working time as browsers know it. */
const known = new KnownOpenTime(open, dayShift.originMs, mondayMs + 100 * 24 * hourMs)

it('the instant after a link and its work are the same rule, with shifts and with known open time', () => {
  fc.assert(
    fc.property(links, ({ startWork, beforeMs, leftMs, lagMs, waitMs, leftPercent }) => {
      const lag = { lagMs, waitMs, leftPercent }
      const startMs = dayShift.startWall(startWork)
      const endMs = dayShift.endWall(startWork + beforeMs)
      const before = { calendar: dayShift, startMs, endMs, wholeMs: () => beforeMs }
      const { atMs } = startAfter({ calendar: dayShift, leftMs }, before, lag)
      const early = shareMs(leftMs, leftPercent)
      const share = early === 0 ? endMs : shareDoneMs(before, leftPercent)
      expect(dayShift.toWork(atMs)).toBe(workAfter(dayShift, endMs, lagMs, waitMs, early, share))
      const seen = startAfter({ calendar: known, leftMs }, { ...before, calendar: known }, lag)
      expect(known.nextOpen(seen.atMs)).toBe(known.nextOpen(atMs))
    }),
    { numRuns: 500 },
  )
})

it('work after a link waits minute by minute for the share, the lag and the last batch', () => {
  /** The first instant at which this many open minutes have passed since another one. */
  const afterOpenMinutes = (fromMs: number, count: number): number => {
    let ms = fromMs
    for (let left = count; left > 0; ms += minuteMs) if (known.isOpen(ms)) left--
    return ms
  }
  const openMinutes = (fromMs: number, toMs: number): number => {
    let count = 0
    for (let ms = fromMs; ms < toMs; ms += minuteMs) if (known.isOpen(ms)) count++
    return count
  }
  const quarters = fc.constantFrom(0, 25, 50, 75)
  const fours = (most: number) => fc.integer({ min: 1, max: most }).map((count) => count * 4)
  fc.assert(
    fc.property(fours(100), fours(100), fours(100), quarters, fc.nat(600), (start, length, own, left, lag) => {
      const startMs = afterOpenMinutes(mondayMs + 8 * hourMs, start)
      const endMs = afterOpenMinutes(startMs, length)
      const before = { calendar: dayShift, startMs, endMs, wholeMs: () => length * minuteMs }
      const rule = { lagMs: lag * minuteMs, waitMs: 0, leftPercent: left }
      const { atMs } = startAfter({ calendar: dayShift, leftMs: own * minuteMs }, before, rule)
      const shareEndMs = afterOpenMinutes(startMs, (length * (100 - left)) / 100)
      const batchesEndMs = afterOpenMinutes(endMs, lag)
      const isPast = (fromMs: number, ms: number): boolean => ms >= fromMs && openMinutes(fromMs, ms) >= lag
      // The work of the last batches comes after they have arrived.
      const isLateEnough = (ms: number): boolean => openMinutes(ms, batchesEndMs) <= (own * left) / 100
      const isAllowed = (ms: number): boolean =>
        left === 0 ? isPast(endMs, ms) : isPast(shareEndMs, ms) && isLateEnough(ms)
      expect(isAllowed(atMs)).toBe(true)
      const lastOpen = known.shift(atMs, -minuteMs)
      if (openMinutes(startMs, atMs) > 0) expect(isAllowed(lastOpen)).toBe(false)
    }),
    { numRuns: 60 },
  )
})
