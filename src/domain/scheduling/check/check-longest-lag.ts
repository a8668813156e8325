import type { ScheduledOperation } from '../schedule-result.ts'
import type { CheckContext } from './check-operation.ts'
import type { CheckedOperation } from './expected-status.ts'
import type { Violation } from './violation.ts'

/** An operation may start later than the maximum lag allows, but must then have the warning. It has none if all maximum lags are met. */
export const checkLongestLag = (
  { source }: CheckedOperation,
  { operationId, startMs, placement }: ScheduledOperation,
  { minutes, datesOf }: CheckContext,
): Violation[] => {
  if (startMs === null) return []
  const warned = placement.warnings.flatMap((warning) => (warning.code === 'lagTooLong' ? warning.operationId : []))
  const exceeded = source.dependencies.flatMap(({ operationId: before, lagUnit, maxLagHours }) => {
    const endMs = datesOf(before)?.endMs ?? null
    if (endMs === null || maxLagHours === undefined || maxLagHours === null || !(maxLagHours >= 0)) return []
    const passed = lagUnit === 'calendar' ? startMs - endMs : minutes.worked(startMs) - minutes.worked(endMs)
    return passed > Math.round(maxLagHours * 3_600_000) ? [before] : []
  })
  if (exceeded.some((before) => !warned.includes(before))) {
    return [{ code: 'missingWarning', operationId, warning: 'lagTooLong' }]
  }
  return warned.some((before) => !exceeded.includes(before))
    ? [{ code: 'falseWarning', operationId, warning: 'lagTooLong' }]
    : []
}
