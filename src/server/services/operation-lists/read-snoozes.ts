import { and, eq, gt } from 'drizzle-orm'
import type { Snooze } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationSnoozes } from '../../db/tables/operation-snoozes.table.ts'

/** A stored snooze as the contract shows it. */
export const presentSnooze = (row: typeof operationSnoozes.$inferSelect): Snooze => ({
  operationId: row.operationId,
  until: row.until.toISOString(),
  reason: row.reason,
  by: row.by,
  at: row.at.toISOString(),
})

/** Snoozes of the organisation that have not run out, by operation. */
export const readSnoozes = async (ctx: TenantContext, tx: Tx): Promise<Map<string, Snooze>> => {
  const rows = await tx
    .select()
    .from(operationSnoozes)
    .where(and(eq(operationSnoozes.tenantId, ctx.tenantId), gt(operationSnoozes.until, ctx.app.now())))
  return new Map(rows.map((row) => [row.operationId, presentSnooze(row)]))
}
