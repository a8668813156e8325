import type { ScheduledOperation } from '../schedule-result.ts'
import type { CheckContext } from './check-operation.ts'
import type { CheckedOperation } from './expected-status.ts'
import type { Violation } from './violation.ts'

/** Data about the whole plan for checking reasons. */
export interface ReasonContext extends CheckContext {
  find: (id: string) => CheckedOperation | undefined
  /** Whether the work center has no working time within the years examined, or no capacity. */
  neverWorks: (of: CheckedOperation) => boolean
}

/** Checks an unscheduled operation: it must have a reason, and the reason must be true. */
export const checkUnplaced = (of: CheckedOperation, row: ScheduledOperation, context: ReasonContext): Violation[] => {
  const { operationId } = row
  const reason = row.placement.unplaced
  if (!reason) return [{ code: 'withoutReason', operationId }]
  if (row.startMs !== null || row.endMs !== null) return [{ code: 'placedThough', operationId, reason: reason.code }]
  const { expected, source } = of
  const waitsFor = source.dependencies.map((link) => link.operationId)
  const isTrue = (): boolean => {
    if (expected.kind === 'out') return expected.reason === reason.code || reason.code === 'noWorkingTime'
    switch (reason.code) {
      case 'noWorkingTime':
        return context.neverWorks(of)
      case 'waitsForUnplaced':
        return (
          expected.kind === 'free' &&
          context.datesOf(reason.operationId)?.startMs === null &&
          waitsFor.some((id) => context.datesOf(id)?.startMs === null && !context.completed(id))
        )
      case 'cycle':
        return (
          expected.kind === 'free' &&
          reason.operationIds[0] === operationId &&
          reason.operationIds.every((id, index) => {
            const next = reason.operationIds[index + 1]
            // A very long cycle is truncated at 50 names.
            if (next === undefined && reason.operationIds.length >= 50) return true
            return context.find(id)?.source.dependencies.some((link) => link.operationId === (next ?? operationId))
          })
        )
      default:
        return false
    }
  }
  return isTrue() ? [] : [{ code: 'wrongReason', operationId, reason: reason.code }]
}
