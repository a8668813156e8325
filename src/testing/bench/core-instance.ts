import { type CoreModes, type CoreProblem, roundTheClock } from '#domain/scheduling/core/core-problem.ts'
import { inShortestModes } from '#domain/scheduling/shop-modes.ts'
import { valueAt } from '#domain/value-at.ts'

/** One operation of a published instance, in the order of its file. */
export interface InstanceOperation {
  duration: number
  project: number
  release: number
  /** Resource and units; an operation may need several. */
  demands: { resource: number; units: number }[]
  successors: number[]
  /** Where it may run, in a flexible job shop; `duration` and `demands` are then those of the first. */
  choices?: { resource: number; duration: number }[]
}

export interface Instance {
  name: string
  objective: CoreProblem['objective']
  capacity: number[]
  /** Per project; Infinity = none. */
  due: number[]
  /** Per project: what a unit of its lateness counts. */
  weight: number[]
  operations: InstanceOperation[]
  /** Per resource: the setup from one operation to the one after it there, at `from * operations + to`. */
  setups?: number[][]
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

/** The instance in which every operation runs where a plan has chosen; `modes` = the rows that it has chosen. */
export const withChosen = (instance: Instance, modes: readonly number[]): Instance => {
  let first = 0
  return {
    ...instance,
    operations: instance.operations.map(({ choices = [], ...operation }, i) => {
      const choice = choices[(modes[i] ?? -1) - first]
      first += choices.length
      return choice
        ? { ...operation, duration: choice.duration, demands: [{ resource: choice.resource, units: 1 }] }
        : operation
    }),
  }
}

/** Each operation is a family of its own, for which a resource has to be set up. */
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

/** An instance as the core's arrays: round the clock, whole units of time, weights of one. */
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

/** Operations that start before their resource has been set up after the one before. */
const missingSetups = ({ setups = [], operations }: Instance, starts: readonly number[]): string[] =>
  setups.flatMap((times, resource) => {
    const here = operations.map((_, i) => i).filter((i) => valueAt(operations, i).demands[0]?.resource === resource)
    here.sort((a, b) => valueAt(starts, a) - valueAt(starts, b))
    return here.slice(1).flatMap((next, k) => {
      const before = valueAt(here, k)
      const readyAt = valueAt(starts, before) + valueAt(operations, before).duration
      const setup = valueAt(times, before * operations.length + next)
      return valueAt(starts, next) < readyAt + setup
        ? [`operation ${next} starts before the setup after ${before}`]
        : []
    })
  })

/** All violations of start times of an instance: an independent check by events that shares no code with the core. */
export const checkInstance = (instance: Instance, starts: readonly number[]): string[] => {
  const { capacity, operations } = instance
  const found: string[] = []
  if (starts.length !== operations.length) return [`${starts.length} starts for ${operations.length} operations`]
  operations.forEach((operation, i) => {
    const start = valueAt(starts, i)
    if (!(start >= operation.release) || !Number.isInteger(start)) found.push(`operation ${i} starts at ${start}`)
    for (const next of operation.successors) {
      if (valueAt(starts, next) < start + operation.duration) found.push(`operation ${next} starts before ${i} ends`)
    }
  })
  capacity.forEach((limit, resource) => {
    const events = operations.flatMap(({ demands, duration }, i) => {
      const units = demands.find((demand) => demand.resource === resource)?.units ?? 0
      const start = valueAt(starts, i)
      return units > 0 && duration > 0 ? [[start, units] as const, [start + duration, -units] as const] : []
    })
    let used = 0
    for (const [atTime, units] of events.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      used += units
      if (used > limit) found.push(`resource ${resource} holds ${used} of ${limit} at ${atTime}`)
    }
  })
  return [...found, ...missingSetups(instance, starts)]
}

/** The objective, computed only from the starts. */
export const instanceObjective = (
  { objective, due, weight, operations }: Instance,
  starts: readonly number[],
): number => {
  const ends = due.map(() => 0)
  operations.forEach(({ project, duration }, i) => {
    ends[project] = Math.max(valueAt(ends, project), valueAt(starts, i) + duration)
  })
  if (objective === 'makespan') return Math.max(0, ...ends)
  return ends.reduce(
    (sum, end, project) => sum + Math.max(0, end - valueAt(due, project)) * valueAt(weight, project),
    0,
  )
}
