import { describe, expect, it } from 'vitest'
import { type PromiseKind, promiseKinds } from '#contract/promise-date.ts'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import type { LearnedPace } from '../learned/learned-pace.ts'
import type { LearnedDurations } from '../odds/duration-model.ts'
import { StoppedError } from '../scheduling/stopped.ts'
import { hourMs } from '../time/units.ts'
import { promiseAnswers } from './promise-answers.ts'
import { promiseOdds } from './promise-odds.ts'

const startMs = mondayMorningMs
const pace: LearnedPace = { factor: 1.5, spread: 0.2, count: 40, basis: 'workCenter' }
/** What is known about the saw, and about no other work center. */
const learned: LearnedDurations = {
  paces: {
    groups: [{ categoryId: 'saw', kind: null, pace, days: 90, includesWaiting: false }],
    shop: null,
    key: '',
    paceOf: ({ categoryId }) => (categoryId === 'saw' ? pace : null),
  },
  drift: 0,
}

const aroundTheClock = { defaultShiftId: null, holidays: [] }
/** The saw is busy for ten hours with work that has not started. */
const busy = shop(
  [
    project('other', [
      operation('cut other', {
        durationHours: 10,
        scheduledStartMs: startMs,
        scheduledEndMs: startMs + 10 * hourMs,
      }),
    ]),
  ],
  aroundTheClock,
)
const draftAt = (categoryId: string) => project('new', [operation('cut new', { categoryId, durationHours: 4 })])

const hoursTo = (ms = Number.NaN): number => (ms - startMs) / hourMs
const oddsOf = (answer: PromiseKind, categoryId = 'saw') =>
  promiseOdds(busy, { draft: draftAt(categoryId), answer }, learned)

describe('the odds of a promise date', () => {
  it('new work at the learned pace is done later than the answer, which takes estimates as they are', () => {
    const [first] = promiseAnswers(busy, draftAt('saw'), ['first'])
    expect(hoursTo(first?.completionMs ?? 0)).toBe(4)
    const odds = oddsOf('first')
    expect(hoursTo(odds?.p50Ms)).toBeGreaterThan(5.5)
    expect(hoursTo(odds?.p50Ms)).toBeLessThan(6.5)
    expect(hoursTo(odds?.p80Ms)).toBeGreaterThan(hoursTo(odds?.p50Ms))
    expect(hoursTo(odds?.p90Ms)).toBeGreaterThan(hoursTo(odds?.p80Ms))
    expect(odds?.onTimeChance).toBeNull()
  })

  it('new work behind the queue waits for the drawn durations of the work before it', () => {
    const odds = oddsOf('behindAll')
    expect(hoursTo(odds?.p50Ms)).toBeGreaterThan(19)
    expect(hoursTo(odds?.p50Ms)).toBeLessThan(23)
  })

  it('new work of which too little is known has none', () => {
    expect(promiseKinds.map((kind) => oddsOf(kind, 'weld'))).toEqual([null, null, null])
  })

  it('an answer without a date has none', () => {
    expect(promiseOdds(shop([]), { draft: draftAt('shut'), answer: 'first' }, learned)).toBeNull()
  })

  it('a computation that is stopped throws', () => {
    const draft = draftAt('saw')
    expect(() => promiseOdds(busy, { draft, answer: 'first' }, learned, () => true)).toThrow(StoppedError)
  })
})
