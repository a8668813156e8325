import type { Available, PlacementFactor } from '#contract/placement.ts'
import type { CheckContext, Resource } from './check-operation.ts'
import type { CheckedOperation } from './expected-status.ts'

/** Whether an operation needs a unit of this work center or pool. */
export const needs = (of: CheckedOperation | undefined, categoryId: string): boolean =>
  of !== undefined && (of.categoryId === categoryId || of.poolId === categoryId)

/** Whether capacity was reduced as claimed, in working time right before the start; true without a claim. */
const isReduced = (
  claimed: Available | undefined,
  startMs: number,
  { capacity, minutes }: Resource,
  own: CheckContext['minutes'],
): boolean => {
  if (!claimed) return true
  const { units, usual, fromMs, untilMs } = claimed
  const endMs = Math.min(untilMs ?? Infinity, startMs)
  const isNever = capacity.changesMs.some((ms) => ms > fromMs && ms < endMs && capacity.at(ms) !== units)
  const counts = minutes.worked(endMs) > minutes.worked(fromMs) && own.worked(endMs) === own.worked(startMs)
  return units < usual && usual === capacity.usual && capacity.at(fromMs) === units && !isNever && counts
}

/** Whether the capacity at an instant is larger than in the working time before it. */
const rises = (atMs: number, { minutes, capacity }: Resource): boolean => {
  const before = capacity.changesMs.filter((ms) => minutes.worked(ms) < minutes.worked(atMs))
  return capacity.at(atMs) > capacity.at(Math.max(...before))
}

/** Whether it is true that a work center or pool had no room until then. */
export const checkBusy = (
  { categoryId, operationId, at, available }: Extract<PlacementFactor, { code: 'workCentreBusy' }>,
  startMs: number,
  { resourceOf, datesOf, otherOf, minutes: own }: CheckContext,
): boolean => {
  const resource = resourceOf(categoryId)
  // An operation never waits for another one where capacity is unlimited.
  if (!(resource.capacity.usual < Infinity)) return false
  if (!isReduced(available, startMs, resource, own)) return false
  if (operationId === null) return rises(at, resource)
  const other = otherOf(operationId)
  const dates = datesOf(operationId)
  if (!other || !dates || !needs(other.of, categoryId)) return false
  if (dates.endMs === at) return true
  // Work with a pool pauses while its work center is closed, and leaves the pool to other work.
  const { startMs: fromMs, endMs: toMs } = dates
  const runs = fromMs !== null && toMs !== null && fromMs < at && at < toMs
  return other.of.poolId === categoryId && runs && other.minutes.openUntil(at) && !other.minutes.opensAt(at)
}
