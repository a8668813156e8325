import type { CoreCalendar, CoreModes, CoreProblem } from '#domain/scheduling/core/core-problem.ts'
import { inShortestModes } from '#domain/scheduling/shop-modes.ts'
import { valueAt } from '#domain/value-at.ts'
import type { Instance, InstanceOperation } from './published-instance.ts'

export type { Instance } from './published-instance.ts'

/** A calendar without closed time: work and instants are the same numbers. */
export const roundTheClock: CoreCalendar = {
  toWork: (instant) => instant,
  startWall: (work) => work,
  endWall: (work) => work,
  closeAfter: () => Infinity,
}

const firsts = (lengths: number[]): Int32Array => {
  const first = new Int32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    first[i + 1] = valueAt(first, i) + length
  })
  return first
}

const modesOf = (operations: readonly InstanceOperation[]): CoreModes | null => {
  const choices = operations.map((operation) => operation.choices ?? [])
  const all = choices.flat()
  if (all.length === 0) return null
  return {
    first: firsts(choices.map((list) => list.length)),
    resource: Int32Array.from(all, ({ resource }) => resource),
    duration: Float64Array.from(all, ({ duration }) => duration),
    calendar: new Int32Array(all.length),
    release: Float64Array.from(operations.flatMap(({ release }, i) => (choices[i] ?? []).map(() => release))),
    present: new Int32Array(operations.length).fill(-1),
  }
}

/** Treats each operation as a separate family, so that any setup matrix can be expressed. */
const setupsOf = ({ setups, operations }: Instance): CoreProblem['setups'] =>
  setups && {
    of: setups.map((times) => ({
      families: operations.length,
      times: Float64Array.from(times),
      firstFamily: 0,
      firstEnd: -Infinity,
    })),
    demandFamily: Int32Array.from(operations.flatMap(({ demands }, i) => demands.map(() => i))),
  }

/** An instance in the core's arrays: without closed time, with integer time units and weights of one. */
export const coreProblemOf = (instance: Instance): CoreProblem => {
  const { objective, capacity, due, weight, operations } = instance
  const setups = setupsOf(instance)
  const count = operations.length
  const demands = operations.map((operation) => operation.demands.filter(({ units }) => units > 0))
  const predecessorCount = new Int32Array(count)
  for (const { successors } of operations) {
    for (const next of successors) predecessorCount[next] = valueAt(predecessorCount, next) + 1
  }
  const successor = Int32Array.from(operations.flatMap(({ successors }) => successors))
  return inShortestModes({
    operationCount: count,
    resourceCount: capacity.length,
    projectCount: due.length,
    duration: Float64Array.from(operations, ({ duration }) => duration),
    project: Int32Array.from(operations, ({ project }) => project),
    release: Float64Array.from(operations, ({ release }) => release),
    calendar: new Int32Array(count),
    calendars: [roundTheClock],
    successorFirst: firsts(operations.map(({ successors }) => successors.length)),
    successor,
    successorLag: new Float64Array(successor.length),
    successorWait: new Float64Array(successor.length),
    predecessorCount,
    demandFirst: firsts(demands.map((list) => list.length)),
    demandResource: Int32Array.from(demands.flat(), ({ resource }) => resource),
    demandUnits: Int32Array.from(demands.flat(), ({ units }) => units),
    capacity: Int32Array.from(capacity),
    bookings: [],
    modes: modesOf(operations),
    due: Float64Array.from(due),
    weight: Float64Array.from(weight),
    fixedEnd: new Float64Array(due.length).fill(-Infinity),
    deadline: new Float64Array(operations.length).fill(Infinity),
    presentStart: new Float64Array(count).fill(Number.NaN),
    origin: 0,
    objective,
    ...(setups && { setups }),
  })
}
