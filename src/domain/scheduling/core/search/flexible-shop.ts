import { type CoreProblem, hasLags, hasModes, roundTheClock } from '../core-problem.ts'

/**
 * A flexible job shop: every job is a chain of operations, and each operation runs on one of some machines, which run one at a time.
 * Operation `count` stands for "none". Durations are whole and positive.
 */
export interface FlexibleShop {
  count: number
  machineCount: number
  release: Float64Array
  /** The operation before and after in the same job. */
  jobBefore: Int32Array
  jobAfter: Int32Array
  /** The last operation of each job. */
  lasts: Int32Array
  /** Choices of operation i are rows `first[i]` up to `first[i + 1]`. */
  first: Int32Array
  machine: Int32Array
  duration: Float64Array
  /** The row of the problem's modes that a choice stands for; -1 = the operation has no modes. */
  mode: Int32Array
}

interface Choice {
  readonly machine: number
  readonly duration: number
  readonly mode: number
}

const choicesOf = ({ modes, duration, demandFirst, demandResource }: CoreProblem, operation: number): Choice[] => {
  if (!hasModes(modes, operation)) {
    return [{ machine: demandResource[demandFirst[operation]], duration: duration[operation], mode: -1 }]
  }
  const rows = Array.from(
    { length: modes.first[operation + 1] - modes.first[operation] },
    (_, k) => modes.first[operation] + k,
  )
  return rows.map((mode) => ({ machine: modes.resource[mode], duration: modes.duration[mode], mode }))
}

/** The problem as a flexible job shop; null when it is none. */
export const flexibleShopOf = (problem: CoreProblem): FlexibleShop | null => {
  const { operationCount: count, demandFirst, capacity, modes, successorFirst, successor, predecessorCount } = problem
  if (!modes || problem.calendars.some((calendar) => calendar !== roundTheClock) || problem.bookings.length > 0)
    return null
  if (hasLags(problem) || problem.fixedEnd.some((end) => end !== -Infinity)) return null
  const jobBefore = new Int32Array(count + 1).fill(count)
  const jobAfter = new Int32Array(count + 1).fill(count)
  const lasts: number[] = []
  const first = new Int32Array(count + 1)
  const choices: Choice[] = []
  for (let i = 0; i < count; i++) {
    const successors = successorFirst[i + 1] - successorFirst[i]
    if (demandFirst[i + 1] - demandFirst[i] !== 1 || successors > 1 || predecessorCount[i] > 1) return null
    choices.push(...choicesOf(problem, i))
    first[i + 1] = choices.length
    if (successors === 0) lasts.push(i)
    else {
      jobAfter[i] = successor[successorFirst[i]]
      jobBefore[jobAfter[i]] = i
    }
  }
  if (
    choices.some(({ machine, duration }) => capacity[machine] !== 1 || !Number.isInteger(duration) || duration <= 0)
  ) {
    return null
  }
  const release = new Float64Array(count + 1)
  release.set(problem.release)
  return {
    ...{
      count,
      machineCount: problem.resourceCount,
      release,
      jobBefore,
      jobAfter,
      lasts: Int32Array.from(lasts),
      first,
    },
    machine: Int32Array.from(choices, ({ machine }) => machine),
    duration: Float64Array.from(choices, ({ duration }) => duration),
    mode: Int32Array.from(choices, ({ mode }) => mode),
  }
}
