import { expect, it } from 'vitest'
import { floatAt } from '#domain/value-at.ts'
import { roundTheClock } from '#testing/bench/core-instance.ts'
import type { CoreProblem } from './core-problem.ts'
import { compareCosts, planCost } from './plan-objective.ts'

/** Two operations of one project that is due immediately. */
const problem: CoreProblem = {
  operationCount: 2,
  resourceCount: 0,
  projectCount: 1,
  duration: Float64Array.of(2, 3),
  project: Int32Array.of(0, 0),
  release: new Float64Array(2),
  calendar: new Int32Array(2),
  calendars: [roundTheClock],
  successorFirst: new Int32Array(3),
  successor: new Int32Array(0),
  successorLag: new Float64Array(0),
  successorWait: new Float64Array(0),
  predecessorCount: new Int32Array(2),
  demandFirst: new Int32Array(3),
  demandResource: new Int32Array(0),
  demandUnits: new Int32Array(0),
  capacity: new Int32Array(0),
  bookings: [],
  modes: null,
  due: Float64Array.of(0),
  weight: Float64Array.of(1),
  fixedEnd: Float64Array.of(-Infinity),
  deadline: Float64Array.of(Infinity, Infinity),
  presentStart: Float64Array.of(Number.NaN, Number.NaN),
  origin: 0,
}
const cost = (...end: [number, number]) =>
  planCost(problem, {
    start: Float64Array.from(end, (at, i) => at - floatAt(problem.duration, i)),
    end: Float64Array.from(end),
  })

it('leaving an operation out never makes a plan cheaper, however late that operation makes its project', () => {
  expect(cost(2, 5)).toEqual([5, 5, 0, 0, 0])
  expect(cost(2, Infinity)).toEqual([2, 2, 0, 1, 0])
  expect(compareCosts(cost(2, 5), cost(2, Infinity))).toBeLessThan(0)
  expect(compareCosts(cost(2, 3), cost(2, 5))).toBeLessThan(0)
})

it('a day of lateness costs the priority, so a day at P90 equals three days at P30', () => {
  const lateBy = (days: number, priority: number) =>
    planCost(
      { ...problem, weight: Float64Array.of(priority) },
      { start: Float64Array.of(0, 0), end: Float64Array.of(0, days * 24) },
    )[0]
  expect(lateBy(1, 90)).toBe(lateBy(3, 30))
})
