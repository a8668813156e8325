import { type CoreProblem, hasLags, roundTheClock } from '../core-problem.ts'

/**
 * A problem in which every operation needs at most one machine that runs one operation at a time, and every job is a
 * chain. Operation `count` represents "none": it ends at 0 and has no tail. Durations are integers, so sums are exact.
 */
export interface JobShop {
  count: number
  machineCount: number
  /** -1 = none. */
  machine: Int32Array
  duration: Float64Array
  release: Float64Array
  /** The operations before and after it in the same job. */
  jobBefore: Int32Array
  jobAfter: Int32Array
  /** Last operation of each job. */
  lasts: Int32Array
}

/** Converts the problem to a job shop; null if it is none. */
export const jobShopOf = (problem: CoreProblem): JobShop | null => {
  const { operationCount: count, duration, demandFirst, demandResource, capacity } = problem
  const { successorFirst, successor, predecessorCount } = problem
  if (problem.calendars.some((calendar) => calendar !== roundTheClock) || problem.bookings.length > 0) return null
  if (problem.modes || hasLags(problem) || problem.fixedEnd.some((end) => end !== -Infinity)) return null
  const machine = new Int32Array(count + 1).fill(-1)
  const jobBefore = new Int32Array(count + 1).fill(count)
  const jobAfter = new Int32Array(count + 1).fill(count)
  const lasts: number[] = []
  for (let i = 0; i < count; i++) {
    const demands = demandFirst[i + 1] - demandFirst[i]
    const successors = successorFirst[i + 1] - successorFirst[i]
    if (!Number.isInteger(duration[i]) || demands > 1 || successors > 1 || predecessorCount[i] > 1) return null
    // Work without duration needs no capacity.
    if (demands === 1 && duration[i] > 0) {
      const resource = demandResource[demandFirst[i]]
      if (capacity[resource] !== 1) return null
      machine[i] = resource
    }
    if (successors === 0) lasts.push(i)
    else {
      const next = successor[successorFirst[i]]
      jobAfter[i] = next
      jobBefore[next] = i
    }
  }
  if (duration.includes(0) && visitsTwice(machine, jobBefore, lasts)) return null
  const padded = (values: Float64Array): Float64Array => {
    const copy = new Float64Array(count + 1)
    copy.set(values)
    return copy
  }
  return {
    count,
    machineCount: problem.resourceCount,
    machine,
    duration: padded(duration),
    release: padded(problem.release),
    jobBefore,
    jobAfter,
    lasts: Int32Array.from(lasts),
  }
}

/**
 * Whether a job visits a machine twice. In combination with operations without duration, the moves could not tell which swaps are feasible.
 */
const visitsTwice = (machine: Int32Array, jobBefore: Int32Array, lasts: readonly number[]): boolean =>
  lasts.some((last) => {
    const visited = new Set<number>()
    let visits = 0
    for (let i = last; i < jobBefore.length - 1; i = jobBefore[i]) {
      if (machine[i] < 0) continue
      visited.add(machine[i])
      visits++
    }
    return visited.size < visits
  })
