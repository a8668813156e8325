import { valueAt } from '#domain/value-at.ts'
import type { Instance, InstanceOperation } from './published-instance.ts'

const shortest = ({ choices = [], duration }: InstanceOperation): number =>
  choices.length > 0 ? Math.min(...choices.map((choice) => choice.duration)) : duration

/** Operations, each after its predecessors. */
const inOrder = (operations: readonly InstanceOperation[]): number[] => {
  const missing = operations.map(() => 0)
  for (const { successors } of operations) for (const next of successors) missing[next] = valueAt(missing, next) + 1
  const order = operations.flatMap((_, i) => (missing[i] === 0 ? [i] : []))
  for (const i of order) {
    for (const next of valueAt(operations, i).successors) {
      missing[next] = valueAt(missing, next) - 1
      if (missing[next] === 0) order.push(next)
    }
  }
  return order
}

/** For each operation its earliest start with unlimited resources, and the shortest time from its end to the end of all work. */
const headsAndTails = (operations: readonly InstanceOperation[]): { heads: number[]; tails: number[] } => {
  const order = inOrder(operations)
  const heads = operations.map(({ release }) => release)
  const tails = operations.map(() => 0)
  for (const i of order) {
    const operation = valueAt(operations, i)
    const end = valueAt(heads, i) + shortest(operation)
    for (const next of operation.successors) heads[next] = Math.max(valueAt(heads, next), end)
  }
  for (const i of order.toReversed()) {
    for (const next of valueAt(operations, i).successors) {
      const rest = valueAt(tails, next) + shortest(valueAt(operations, next))
      tails[i] = Math.max(valueAt(tails, i), rest)
    }
  }
  return { heads, tails }
}

interface Job {
  readonly head: number
  readonly work: number
  readonly tail: number
}

/** The makespan of one machine that may interrupt its work: it always runs the available job with the longest tail. */
const interruptedMakespan = (jobs: readonly Job[]): number => {
  const waiting = jobs.map((job) => ({ ...job, left: job.work })).filter(({ work }) => work > 0)
  let at = Math.min(...waiting.map(({ head }) => head))
  let makespan = 0
  while (waiting.length > 0) {
    const available = waiting.filter(({ head }) => head <= at)
    const nextHead = Math.min(...waiting.filter(({ head }) => head > at).map(({ head }) => head))
    if (available.length === 0) {
      at = nextHead
      continue
    }
    const job = available.reduce((first, other) => (other.tail > first.tail ? other : first))
    const until = Math.min(at + job.left, nextHead)
    job.left -= until - at
    at = until
    if (job.left > 0) continue
    makespan = Math.max(makespan, at + job.tail)
    waiting.splice(waiting.indexOf(job), 1)
  }
  return makespan
}

const resourceBound = ({ operations, capacity }: Instance, heads: readonly number[], tails: readonly number[]) =>
  capacity.map((limit, resource) => {
    // An operation with a choice need not use this resource.
    const users = operations.flatMap(({ duration, demands, choices = [] }, i) => {
      const units = demands.find((demand) => demand.resource === resource)?.units ?? 0
      if (units === 0 || duration === 0 || choices.length > 1) return []
      return { head: valueAt(heads, i), work: duration, tail: valueAt(tails, i), units }
    })
    if (users.length === 0) return 0
    if (limit === 1) return interruptedMakespan(users)
    const work = users.reduce((sum, user) => sum + user.work * user.units, 0)
    const first = Math.min(...users.map(({ head }) => head))
    return first + Math.ceil(work / limit) + Math.min(...users.map(({ tail }) => tail))
  })

/** A lower bound of the objective, computed from the instance alone: no resource limits the work, or one of them alone does. */
export const instanceBound = (instance: Instance): number => {
  const { objective, operations, due, weight } = instance
  const { heads, tails } = headsAndTails(operations)
  const ends = due.map(() => 0)
  operations.forEach((operation, i) => {
    ends[operation.project] = Math.max(valueAt(ends, operation.project), valueAt(heads, i) + shortest(operation))
  })
  if (objective === 'makespan') return Math.max(0, ...ends, ...resourceBound(instance, heads, tails))
  return ends.reduce(
    (sum, end, project) => sum + Math.max(0, end - valueAt(due, project)) * valueAt(weight, project),
    0,
  )
}
