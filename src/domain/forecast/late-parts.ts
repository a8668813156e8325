import { valueAt } from '#domain/value-at.ts'
import type { CauseVerdict } from './operation-cause.ts'
import {
  bindingDelays,
  chainOf,
  type Delay,
  retimeProject,
  type TimedOperation,
  type Timing,
  timingOrder,
} from './retime-project.ts'

/** A part of a project's lateness: so much earlier it would end without this cause, the causes before it already gone. */
export interface LatePart {
  /** Index in the list of the project; -1 = the work itself does not fit before the ship date. */
  readonly index: number
  readonly verdict: CauseVerdict
  readonly lateMs: number
  /** How much earlier its operation could start; the project may gain only a part of that. */
  readonly waitingMs: number
}

/** What no cause explains. */
const unexplained: CauseVerdict = { cause: { code: 'noSlack' }, remedy: { code: 'moveShipDate' } }

interface Found {
  readonly index: number
  readonly delay: Delay
}

/** From the operation that ends last back to the root: the first delay that may be taken away. */
const nextDelay = (
  operations: readonly (TimedOperation | null)[],
  timing: Timing,
  lifted: ReadonlySet<Delay>,
  mayLift: (delay: Delay) => boolean,
): Found | null => {
  for (const index of chainOf(timing)) {
    const operation = valueAt(operations, index)
    const delay = operation && bindingDelays(operation, valueAt(timing.startMs, index), lifted).find(mayLift)
    if (delay) return { index, delay }
  }
  return null
}

/** What happened and what waits comes first. Closed days come last, because everything waits for them. */
const rounds = [({ kind }: Delay) => kind !== 'closed', ({ kind }: Delay) => kind === 'closed']

/** Parts of the same operation with the same cause are one. The greatest comes first: it is the main cause. */
const joined = (parts: readonly LatePart[]): LatePart[] => {
  const byCause = Map.groupBy(
    parts,
    ({ index, verdict: { cause } }) => `${index} ${cause.code} ${cause.operationId ?? ''}`,
  )
  const sums = [...byCause.values()].map((same) => ({
    ...valueAt(same, 0),
    lateMs: same.reduce((sum, { lateMs }) => sum + lateMs, 0),
    waitingMs: same.reduce((sum, { waitingMs }) => sum + waitingMs, 0),
  }))
  return sums.filter(({ lateMs }) => lateMs > 0).sort((a, b) => b.lateMs - a.lateMs)
}

/**
 * **What makes a project late**, in parts that sum exactly to the time from `dueMs` to its completion. Along its critical chain,
 * from the last operation back to the root, one delay after another is taken away and the project computed again, all other work
 * left where it is. Each delay explains the time that this gains, until the project is on time. The rest is the work itself.
 * `leastMs`: an end that counts whatever is taken away.
 */
export const latePartsOf = (
  operations: readonly (TimedOperation | null)[],
  dueMs: number,
  leastMs = -Infinity,
): LatePart[] => {
  const onTimeMs = Math.max(dueMs, leastMs)
  const order = timingOrder(operations)
  const lifted = new Set<Delay>()
  const useless = new Set<Delay>()
  const parts: LatePart[] = []
  let timing = retimeProject(operations, order, lifted)
  for (const isOfRound of rounds) {
    const mayLift = (delay: Delay): boolean => isOfRound(delay) && !useless.has(delay)
    while (timing.completionMs > onTimeMs) {
      const found = nextDelay(operations, timing, lifted, mayLift)
      if (!found) break
      const { index, delay } = found
      lifted.add(delay)
      const without = retimeProject(operations, order, lifted, { timing, changed: index })
      if (without.completionMs > timing.completionMs) {
        // A date that is kept although its predecessors end later does not delay the project.
        lifted.delete(delay)
        useless.add(delay)
        continue
      }
      parts.push({
        index,
        verdict: delay.verdict,
        lateMs: timing.completionMs - Math.max(without.completionMs, onTimeMs),
        waitingMs: Math.max(0, valueAt(timing.startMs, index) - valueAt(without.startMs, index)),
      })
      timing = without
    }
  }
  const rest = Math.max(timing.completionMs, onTimeMs) - dueMs
  return joined([...parts, { index: -1, verdict: unexplained, lateMs: rest, waitingMs: 0 }])
}
