import type { CauseVerdict } from './operation-cause.ts'
import { type Delay, RetimedProject, type TimedOperation } from './retime-project.ts'

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

const isSame = (one: LatePart, other: LatePart): boolean =>
  one.index === other.index &&
  one.verdict.cause.code === other.verdict.cause.code &&
  (one.verdict.cause.operationId ?? null) === (other.verdict.cause.operationId ?? null)

/** Parts of the same operation with the same cause are one. The greatest comes first: it is the main cause. */
const joined = (parts: readonly LatePart[]): LatePart[] => {
  const sums: LatePart[] = []
  for (const part of parts) {
    const at = sums.findIndex((other) => isSame(other, part))
    const { lateMs, waitingMs } = part
    const known = sums[at]
    if (known) sums[at] = { ...known, lateMs: known.lateMs + lateMs, waitingMs: known.waitingMs + waitingMs }
    else sums.push(part)
  }
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
  const useless = new Set<Delay>()
  const parts: LatePart[] = []
  const project = new RetimedProject(operations)
  // What happened and what waits comes first, then the time at suppliers. Closed days come last, because everything waits for them.
  for (const place of ['delays', 'away', 'closed'] as const) {
    while (project.completionMs > onTimeMs) {
      const found = project.firstDelay(place, useless)
      if (!found) break
      const { index, delay } = found
      const [startMs, completionMs] = [project.startMsOf(index), project.completionMs]
      project.lift(found)
      if (project.completionMs > completionMs) {
        // A date that is kept although its predecessors end later does not delay the project.
        project.takeBack()
        useless.add(delay)
        continue
      }
      parts.push({
        index,
        verdict: delay.verdict(),
        lateMs: completionMs - Math.max(project.completionMs, onTimeMs),
        waitingMs: Math.max(0, startMs - project.startMsOf(index)),
      })
    }
  }
  const rest = Math.max(project.completionMs, onTimeMs) - dueMs
  return joined([...parts, { index: -1, verdict: unexplained, lateMs: rest, waitingMs: 0 }])
}
