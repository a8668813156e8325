import type { SnapshotDependency } from '../shop-snapshot.ts'
import type { CheckContext } from './check-operation.ts'
import type { CheckedOperation } from './expected-status.ts'
import type { OpenMinutes } from './open-minutes.ts'

const percentOf = (ms: number, percent: number): number => Math.round((ms * percent) / 100)

/** Whether an operation may start before the predecessor of this link has ended. Completed work has ended. */
export const overlaps = ({ operationId, overlapPercent: done }: SnapshotDependency, context: CheckContext): boolean =>
  typeof done === 'number' && done > 0 && done < 100 && !context.completed(operationId)

/** The first instant at which only `leftMs` of the work up to `endMs` remains. */
const instantWith = (leftMs: number, minutes: OpenMinutes, endMs: number): number => {
  const wanted = minutes.worked(endMs) - leftMs
  let [before, reached] = [endMs - 1, endMs]
  for (let step = 60_000; minutes.worked(before) >= wanted && step < 1e13; step *= 2) {
    reached = before
    before -= step
  }
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (minutes.worked(middle) >= wanted) reached = middle
    else before = middle
  }
  return reached
}

/**
 * The violation of a start that overlaps a predecessor: its share is not done or the lag after it is not over (`share`), or the operation
 * would end before the last batch is processed (`lastBatch`). Returns nothing for predecessors without dates.
 */
export const brokenOverlap = (
  of: CheckedOperation,
  link: SnapshotDependency,
  startMs: number,
  context: CheckContext,
): 'share' | 'lastBatch' | null => {
  const { minutes, datesOf, otherOf } = context
  const dates = datesOf(link.operationId)
  const before = otherOf(link.operationId)
  if (!before || !dates || dates.endMs === null) return null
  const left = 100 - (link.overlapPercent ?? 100)
  const { source, expected } = before.of
  const begun = expected.kind === 'started' || source.progressPercentage > 0 || source.actualStartMs !== null
  const worked = before.minutes.worked(dates.endMs) - before.minutes.worked(dates.startMs ?? dates.endMs)
  const wholeMs = begun ? Math.round(source.durationHours * 3_600_000) : worked
  const lagMs = link.lagHours > 0 && link.lagHours <= 1e6 ? Math.round(link.lagHours * 3_600_000) : 0
  const [waitMs, workLagMs] = link.lagUnit === 'calendar' ? [lagMs, 0] : [0, lagMs]
  const ownLeftMs = percentOf(of.remainingMs, left)
  const undoneMs = percentOf(wholeMs, left)
  const shareMs = undoneMs === 0 ? dates.endMs : instantWith(undoneMs, before.minutes, dates.endMs)
  // An operation without work can do nothing before the last batch arrives. No share is done before the predecessor has started.
  const neededMs = ownLeftMs === 0 ? dates.endMs : Math.max(shareMs, dates.startMs ?? shareMs)
  const begins = minutes.worked(startMs)
  const waited = begins - minutes.worked(neededMs + waitMs) >= workLagMs
  if (startMs < neededMs + waitMs || !waited) return 'share'
  return minutes.worked(dates.endMs + waitMs) + workLagMs - begins > ownLeftMs ? 'lastBatch' : null
}
