import type { CauseVerdict } from './operation-cause.ts'
import { type Delay, RetimedProject, type TimedOperation } from './retime-project.ts'

/** A part of a project's lateness: how much earlier the project would end without this cause, after removing the causes before it. */
export interface LatePart {
  /** Index in the project's list; -1 = the work itself does not fit before the ship date. */
  readonly index: number
  readonly verdict: CauseVerdict
  readonly lateMs: number
  /** How much earlier its operation could start. The project may gain less than that. */
  readonly waitingMs: number
}

/** The part that no cause explains. */
const unexplained: CauseVerdict = { cause: { code: 'noSlack' }, remedy: { code: 'moveShipDate' } }

const isSame = (one: LatePart, other: LatePart): boolean =>
  one.index === other.index &&
  one.verdict.cause.code === other.verdict.cause.code &&
  (one.verdict.cause.operationId ?? null) === (other.verdict.cause.operationId ?? null)

/** Merges parts of the same operation with the same cause. The largest comes first and is the main cause. */
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
 * **What makes a project late**, in parts that add up exactly to the time from `dueMs` to its completion. Follows the
 * critical chain from the last operation back to the root, removes one delay after another and recomputes the project,
 * with all other work unchanged. Each delay accounts for the time gained by removing it, until the project is on time.
 * The work itself accounts for the rest. `leastMs` is a lower bound of the end that no removal can change.
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
  // Delays and waits come first, then time at suppliers. Closed days come last, because everything waits for them.
  for (const place of ['delays', 'away', 'closed'] as const) {
    while (project.completionMs > onTimeMs) {
      const found = project.firstDelay(place, useless)
      if (!found) break
      const { index, delay } = found
      const [startMs, completionMs] = [project.startMsOf(index), project.completionMs]
      project.lift(found)
      if (project.completionMs > completionMs) {
        // Removing a fixed date can make the project end later; such a date does not delay it.
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
