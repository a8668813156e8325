import { isStalled } from '#domain/analytics/stalled.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { lastChanges } from '../history/last-changes.ts'

/** An operation that was begun then (epoch ms). */
export type Begun = readonly [operationId: string, startedMs: number]

/**
 * Of operations begun those whose progress has not moved for days, with when it last did (epoch ms by id); it began then
 * when nobody has reported any.
 */
export const selectUnmoved = async (
  ctx: TenantContext,
  tx: Tx,
  begun: readonly Begun[],
): Promise<Map<string, number>> => {
  const nowMs = ctx.app.now().getTime()
  const old = begun.filter(([, startedMs]) => isStalled(startedMs, nowMs))
  const moved = await lastChanges(
    ctx,
    tx,
    'operation',
    ['progressPercentage'],
    old.map(([operationId]) => operationId),
  )
  return new Map(
    old
      .map(([operationId, startedMs]): [string, number] => [
        operationId,
        Math.max(moved.get(operationId) ?? startedMs, startedMs),
      ])
      .filter(([, sinceMs]) => isStalled(sinceMs, nowMs)),
  )
}
