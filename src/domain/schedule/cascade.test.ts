import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { fixturePlan } from '#web/features/schedule/model/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { hourMs } from '../time/units.ts'
import { valueAt } from '../value-at.ts'
import { cascade, earliestAfter, type Moved, movedAt } from './cascade.ts'
import { calendarOf, hasFlag, isMovable, type MovablePlan } from './movable-plan.ts'
import { moveToCenter } from './move-to-center.ts'

const origin = Date.UTC(2026, 10, 9)
// Open 8 of every 24 hours for forty days.
const open = Array.from({ length: 40 }, (_, day) => [
  origin + day * 24 * hourMs,
  origin + (day * 24 + 8) * hourMs,
]).flat()

const randomPlan = fc
  .record({
    hours: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 14 }),
    starts: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 14, maxLength: 14 }),
    flags: fc.array(fc.constantFrom(0, 0, 0, operationFlag.pinned, operationFlag.started), {
      minLength: 14,
      maxLength: 14,
    }),
    links: fc.array(
      fc.tuple(
        fc.nat(13),
        fc.nat(13),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(0, 0, 20),
        fc.constantFrom(0, 0, 0, 25, 60),
      ),
      { maxLength: 30 },
    ),
  })
  .map(({ hours, starts, flags, links }) => {
    const operations = hours.map((length, i) => {
      const startMs = origin + (starts[i] ?? 0) * hourMs
      return { hours: length, startMs, endMs: startMs + length * hourMs, flags: i === 0 ? 0 : flags[i] }
    })
    // Links point forward, so the plan has no cycle.
    const forward = links.filter(([from, to]) => from < to && to < hours.length)
    return buildModel(
      fixturePlan({ projects: [operations], links: forward, open, from: origin, to: origin + 960 * hourMs }),
    )
  })

/** Simple recursive oracle: an operation's end after the move, asking its predecessors first. */
const oracle = (model: MovablePlan, moved: Moved): Map<number, number> => {
  const starts = new Map<number, number>()
  const datesOf = (op: number): Moved => {
    if (op === 0) return moved
    const old = valueAt(model.startMs, op)
    const present = { operation: op, startMs: old, endMs: valueAt(model.endMs, op) }
    if (!isMovable(model, op) || hasFlag(model, op, 'pinned')) return present
    let start = old
    const { from, to } = model.data.links
    from.forEach((source, i) => {
      if (to[i] !== op) return
      const before = datesOf(source)
      if (before.endMs === model.endMs[source]) return
      start = Math.max(start, earliestAfter(model, i, before))
    })
    if (start === old) return present
    starts.set(op, start)
    return movedAt(model, op, start)
  }
  for (let op = 1; op < model.operationCount; op++) datesOf(op)
  return starts
}

it('the earliest start after a lag by the clock is in the first open time after it', () => {
  const links = [[0, 1, 0, 12] as const, [0, 1, 0, 20] as const]
  const model = buildModel(fixturePlan({ projects: [[{}, {}]], links, open, from: origin, to: origin + 960 * hourMs }))
  const startAfter = (link: number) =>
    (earliestAfter(model, link, { startMs: origin, endMs: origin + 6 * hourMs }) - origin) / hourMs
  expect([startAfter(0), startAfter(1)]).toEqual([24, 26])
})

it.each([
  ['starts as soon as the share of a shorter one is done', 4, 8, 2, 0],
  ['starts so late that it has the last batch of a longer one', 8, 4, 6, 0],
  ['starts when the share is done that is left of begun work', 8, 8, 4, operationFlag.started],
  ['starts behind an operation that is completed', 4, 8, 4, operationFlag.completed],
])('an operation that overlaps with another one %s', (_, hoursBefore, hoursAfter, expected, flags) => {
  const endMs = origin + hoursBefore * hourMs
  const after = { hours: hoursAfter, startMs: origin, endMs: origin + hoursAfter * hourMs }
  const model = buildModel(
    fixturePlan({
      projects: [[{ hours: hoursBefore, startMs: origin, endMs, flags }, after]],
      links: [[0, 1, 0, 0, 50]],
    }),
  )
  expect((earliestAfter(model, 0, { startMs: origin, endMs }) - origin) / hourMs).toBe(expected)
})

it('no share of begun work is done before it has begun', () => {
  const dates = { startMs: origin + 4 * hourMs, endMs: origin + 6 * hourMs }
  const begun = { hours: 8, ...dates, flags: operationFlag.started }
  const model = buildModel(fixturePlan({ projects: [[begun, { ...dates, hours: 8 }]], links: [[0, 1, 0, 0, 50]] }))
  expect((earliestAfter(model, 0, dates) - origin) / hourMs).toBe(4)
})

describe('the calendar of an operation with a pool', () => {
  it('is open only while its work center and its pool are open', () => {
    const row = { startMs: origin, endMs: origin + hourMs, category: 0, pool: 1 }
    const plan = fixturePlan({
      projects: [[row, { ...row, pool: -1 }]],
      capacities: [1, 1],
      pools: [1],
      open,
      from: origin,
    })
    const afternoon = [origin + 4 * hourMs, origin + 12 * hourMs]
    const categories = plan.categories.map((of, calendar) => ({ ...of, calendar }))
    const model = buildModel({ ...plan, categories, calendars: [...plan.calendars, { name: 'Late', open: afternoon }] })
    expect(calendarOf(model, 0).nextOpen(origin)).toBe(origin + 4 * hourMs)
    expect(calendarOf(model, 0).isOpen(origin + 9 * hourMs)).toBe(false)
    expect(calendarOf(model, 1).nextOpen(origin)).toBe(origin)
  })
})

describe('cascade', () => {
  it('pushes the same followers to the same starts as a recursive oracle', () => {
    fc.assert(
      fc.property(randomPlan, fc.integer({ min: 0, max: 300 }), (model, hoursLater) => {
        const moved = movedAt(model, 0, valueAt(model.startMs, 0) + hoursLater * hourMs)
        const result = cascade(model, moved)
        const expected = oracle(model, moved)
        expect(new Map(result.map(({ operation, startMs }) => [operation, startMs]))).toEqual(expected)
      }),
      { numRuns: propertyRuns(500) },
    )
  })
  it('settles each follower once although a long chain and short cuts reach it', () => {
    const count = 5_000
    const operations = Array.from({ length: count }, (_, i) => ({
      startMs: origin + i * hourMs,
      endMs: origin + (i + 1) * hourMs,
    }))
    const chain = operations.slice(1).map((_, i) => [i, i + 1] as const)
    const shortCuts = operations.slice(2).map((_, i) => [i, i + 2] as const)
    const model = buildModel(fixturePlan({ projects: [operations], links: [...chain, ...shortCuts] }))
    const result = cascade(model, movedAt(model, 0, origin + hourMs))
    expect(result).toHaveLength(count - 1)
    expect(result.at(-1)).toEqual({
      operation: count - 1,
      startMs: origin + count * hourMs,
      endMs: origin + (count + 1) * hourMs,
    })
  })
  it('ends although the links form a cycle', () => {
    const operation = { startMs: origin, endMs: origin + hourMs }
    const model = buildModel(
      fixturePlan({
        projects: [[operation, operation, operation]],
        links: [
          [0, 1],
          [1, 2],
          [2, 1],
        ],
      }),
    )
    expect(cascade(model, movedAt(model, 0, origin + hourMs)).map(({ operation: op }) => op)).toEqual([1, 2])
  })
})

it('an operation that moves to another work center takes the hours from there, and pushes what follows no further than that', () => {
  const [first, second] = [0, 8].map((hour) => ({
    hours: 8,
    startMs: origin + 3 * hour * hourMs,
    endMs: origin + (3 * hour + 8) * hourMs,
  }))
  const [before, after] = [first, second].filter((one) => one !== undefined)
  if (!before || !after) throw new Error('Two operations are needed')
  const plan = buildModel(
    fixturePlan({ projects: [[before, after]], links: [[0, 1, 0, 0]], open, from: origin, to: origin + 960 * hourMs }),
  )
  const at = (durationHours: number) =>
    moveToCenter(plan, { operation: 0, startMs: origin }, { category: 0, durationHours, alone: false })
  expect(at(6)).toEqual({ moved: { operation: 0, startMs: origin, endMs: origin + 6 * hourMs }, followers: [] })
  // The two hours of the second day push the follower, which has eight hours of that day and of the next.
  expect(at(10).followers.map(({ startMs }) => (startMs - origin) / hourMs)).toEqual([26])
})
