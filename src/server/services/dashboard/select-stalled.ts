import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { selectUnmoved } from '../operations/select-unmoved.ts'
import type { PlanProject } from './select-plan-state.ts'

/** Started operations of scheduled projects whose progress has not moved for days, the longest first. */
export const selectStalled = async (ctx: TenantContext, tx: Tx, scheduled: readonly PlanProject[]) => {
  const begun = scheduled.flatMap((project) =>
    project.started.map(([operationId, name, progressPercent, startedMs]) => ({
      project,
      operationId,
      name,
      progressPercent,
      startedMs,
    })),
  )
  const unmoved = await selectUnmoved(
    ctx,
    tx,
    begun.map(({ operationId, startedMs }) => [operationId, startedMs]),
  )
  return begun
    .flatMap(({ startedMs, ...rest }) => {
      const sinceMs = unmoved.get(rest.operationId)
      return sinceMs === undefined ? [] : [{ ...rest, sinceMs }]
    })
    .sort((a, b) => a.sinceMs - b.sinceMs || (a.operationId < b.operationId ? -1 : 1))
}
