import { type CoreProblem, hasModes } from './core-problem.ts'
import { IndexHeap } from './index-heap.ts'
import { PlanBuilder } from './plan-builder.ts'
import { planCost } from './plan-objective.ts'
import { reverseProblem } from './reverse-problem.ts'
import { serialSchedule } from './serial-schedule.ts'

/**
 * A lower bound for the first part of the cost: with unlimited resources and, for the makespan without calendars, for each resource alone.
 */
export const lowerBound = (problem: CoreProblem): number => {
  // The mode that ends first is not always the one whose share is done first.
  if (problem.successorLeft && problem.modes) return 0
  const free = freePlan(problem)
  const longest = planCost(problem, free)[0]
  const backwards = problem.objective === 'makespan' ? reverseProblem(problem) : null
  if (!backwards) return longest
  const { end: tail } = freePlan(backwards)
  const users: number[][] = Array.from(problem.capacity, () => [])
  const units: number[][] = Array.from(problem.capacity, () => [])
  for (let i = 0; i < problem.operationCount; i++) {
    for (let d = problem.demandFirst[i]; d < problem.demandFirst[i + 1]; d++) {
      // Work with alternatives need not use this resource.
      if (d === problem.demandFirst[i] && hasModes(problem.modes, i)) continue
      users[problem.demandResource[d]].push(i)
      units[problem.demandResource[d]].push(problem.demandUnits[d])
    }
  }
  let bound = longest
  problem.capacity.forEach((capacity, resource) => {
    if (capacity < 1 || users[resource].length === 0) return
    const alone = capacity === 1 ? oneMachine : energy(units[resource], capacity)
    bound = Math.max(bound, alone(users[resource], free.start, problem.duration, tail) - problem.origin)
  })
  return bound
}

/** The plan with unlimited resources. */
const freePlan = (problem: CoreProblem): PlanBuilder => {
  const builder = new PlanBuilder({ ...problem, demandFirst: new Int32Array(problem.operationCount + 1) })
  serialSchedule(builder, problem.release, () => false)
  return builder
}

type Alone = (users: readonly number[], head: Float64Array, duration: Float64Array, tail: Float64Array) => number

/** The shortest preemptive plan of one machine, by Jackson's rule (Carlier 1982). A tail includes the duration. */
const oneMachine: Alone = (users, head, duration, tail) => {
  const comers = users.toSorted((a, b) => head[a] - head[b] || a - b)
  const left = duration.slice()
  const waiting = new IndexHeap()
  let at = -Infinity
  let bound = 0
  for (let next = 0; next < comers.length || waiting.size > 0; ) {
    if (waiting.size === 0) at = Math.max(at, head[comers[next]])
    for (; next < comers.length && head[comers[next]] <= at; next++)
      waiting.push(comers[next], duration[comers[next]] - tail[comers[next]])
    const i = waiting.peek()
    const until = next < comers.length ? Math.min(at + left[i], head[comers[next]]) : at + left[i]
    left[i] -= until - at
    at = until
    if (left[i] > 0) continue
    waiting.pop()
    bound = Math.max(bound, at + tail[i] - duration[i])
  }
  return bound
}

/** All work of a resource without gaps, between the smallest head and the smallest tail. */
const energy =
  (units: readonly number[], capacity: number): Alone =>
  (users, head, duration, tail) => {
    let [work, earliest, after] = [0, Infinity, Infinity]
    users.forEach((i, k) => {
      work += duration[i] * units[k]
      earliest = Math.min(earliest, head[i])
      after = Math.min(after, tail[i] - duration[i])
    })
    const length = work / capacity
    return earliest + after + (users.every((i) => Number.isInteger(duration[i])) ? Math.ceil(length) : length)
  }
