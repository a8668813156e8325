import { type CoreProblem, hasLags, hasModes, roundTheClock } from '../core-problem.ts'
import type { CoreSetup } from '../setup-timeline.ts'

/**
 * A flexible job shop: every job is a chain of operations, and each operation runs on one of several machines, which run one operation at a
 * time and may need a setup in between. Operation `count` represents "none". Durations are positive integers, and setups are integers.
 */
export interface FlexibleShop {
  count: number
  machineCount: number
  release: Float64Array
  /** The operation before and after in the same job. */
  jobBefore: Int32Array
  jobAfter: Int32Array
  /** Last operation of each job. */
  lasts: Int32Array
  /** Choices of operation i are rows `first[i]` up to `first[i + 1]`. */
  first: Int32Array
  machine: Int32Array
  duration: Float64Array
  /** Row of the mode for each choice; -1 if the operation has no modes, null if none of the operations has modes. */
  mode: Int32Array | null
  setups: ShopSetups | null
}

/** Setups of each machine (null = none), and the family of each operation. */
interface ShopSetups {
  readonly of: readonly (CoreSetup | null)[]
  readonly family: Int32Array
}

/** Setup time between two consecutive operations on a machine; 0 if either is "none". */
export const setupBetween = (
  { setups, count }: FlexibleShop,
  machine: number,
  before: number,
  after: number,
): number => {
  const setup = setups && before !== count && after !== count ? setups.of[machine] : null
  return setup && setups ? setup.times[setups.family[before] * setup.families + setups.family[after]] : 0
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

const isWhole = (setup: CoreSetup | null): boolean =>
  setup === null || (setup.firstEnd === -Infinity && setup.times.every(Number.isInteger))

/** Converts the problem to a flexible job shop; null if it is none, or has neither choices nor setups. */
export const flexibleShopOf = (problem: CoreProblem): FlexibleShop | null => {
  const { operationCount: count, demandFirst, capacity, modes, successorFirst, successor, predecessorCount } = problem
  const { setups } = problem
  if ((!modes && !setups) || !(setups?.of ?? []).every(isWhole)) return null
  if (problem.calendars.some((calendar) => calendar !== roundTheClock) || problem.bookings.length > 0) return null
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
    count,
    machineCount: problem.resourceCount,
    release,
    jobBefore,
    jobAfter,
    lasts: Int32Array.from(lasts),
    first,
    machine: Int32Array.from(choices, ({ machine }) => machine),
    duration: Float64Array.from(choices, ({ duration }) => duration),
    mode: modes && Int32Array.from(choices, ({ mode }) => mode),
    // Each operation has one demand.
    setups: setups ? { of: setups.of, family: setups.demandFamily } : null,
  }
}
