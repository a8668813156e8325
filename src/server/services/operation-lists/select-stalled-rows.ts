import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { type Begun, selectUnmoved } from '../operations/select-unmoved.ts'
import type { PlanBook } from './plan-book.ts'

/** Rows of operations that are begun, not held and stalled, of projects under way, with when each last moved (epoch ms). */
export const selectStalledRows = async (
  ctx: TenantContext,
  tx: Tx,
  { plan, facts }: PlanBook,
): Promise<Map<number, number>> => {
  const begun: Begun[] = []
  for (let row = 0; row < plan.ids.length; row++) {
    const startedMs = plan.actualStartMs[row] as number
    if (Number.isNaN(startedMs) || plan.onHold[row] || plan.completed[row]) continue
    if (facts.projectOpen[row]) begun.push([plan.ids[row] as string, startedMs])
  }
  const unmoved = await selectUnmoved(ctx, tx, begun)
  return new Map([...unmoved].map(([id, sinceMs]) => [plan.rowOf.get(id) as number, sinceMs]))
}
