import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { writeTenant } from '../../db/transaction.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { datesDiffer } from './list-run-changes.ts'

/** Rows of one transaction: 20 to 40 ms on the embedded database, whose one connection everybody shares. */
const rowsPerPart = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

interface Part {
  readonly runId: string
  /** Exclusive; id of the last operation settled. */
  readonly after: string
}

const unsettledRunOf = async (ctx: TenantContext, tx: Tx): Promise<string | null> => {
  await lockOrganisation(ctx, tx)
  const { rows } = await tx.execute<{ runId: string | null }>(
    sql`select unsettled_run_id as "runId" from tenants where tenant_id = ${ctx.tenantId}`,
  )
  return rows[0]?.runId ?? null
}

/** New reasons alone are no edit of the operation: its version stays, so nobody's open form becomes stale. */
const settleRows = async (ctx: TenantContext, tx: Tx, { runId, after }: Part, last: string | null): Promise<void> => {
  const moved = datesDiffer(sql`c`)
  await tx.execute(sql`
    update operations o set scheduled_start_date = c.start_after, scheduled_end_date = c.end_after,
      placement = c.placement_after, settled_run_id = c.run_id,
      version = o.version + case when ${moved} then 1 else 0 end,
      modified_at = case when ${moved} then r.ended_at else o.modified_at end,
      modified_by = case when ${moved} then r.started_by else o.modified_by end
    from run_changes c join scheduling_runs r on r.tenant_id = c.tenant_id and r.run_id = c.run_id
    where c.tenant_id = ${ctx.tenantId} and c.run_id = ${runId} and c.operation_id > ${after}::uuid
      ${last ? sql`and c.operation_id <= ${last}::uuid` : sql``}
      and o.tenant_id = c.tenant_id and o.operation_id = c.operation_id and o.settled_run_id is distinct from c.run_id`)
  if (last) return
  await tx.execute(sql`update tenants set unsettled_run_id = null where tenant_id = ${ctx.tenantId}`)
}

/** Writes what the last run staged into `operations`, inside a transaction that is about to change many of them. */
export const settleWithin = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  const runId = await unsettledRunOf(ctx, tx)
  if (runId) await settleRows(ctx, tx, { runId, after: firstId }, null)
}

const settlePart = (ctx: TenantContext, before: Part | null): Promise<Part | null> =>
  ctx.app.db.withTenant(
    ctx,
    async (tx) => {
      const runId = await unsettledRunOf(ctx, tx)
      if (!runId) return null
      const part = before?.runId === runId ? before : { runId, after: firstId }
      const { rows } = await tx.execute<{ last: string }>(sql`
      select operation_id as last from run_changes
      where tenant_id = ${ctx.tenantId} and run_id = ${runId} and operation_id > ${part.after}::uuid
      order by operation_id offset ${rowsPerPart - 1} limit 1`)
      const last = rows[0]?.last ?? null
      await settleRows(ctx, tx, part, last)
      return last === null ? null : { runId, after: last }
    },
    'long',
  )

/**
 * Writes what the last run staged into `operations`, in parts between which others have their turn. Nobody sees a
 * difference (see `operations-in-force`); cut off anywhere, it is taken up again. Returns at once when all is settled.
 */
export const settlePlan = async (ctx: TenantContext): Promise<void> => {
  for (let part = await settlePart(ctx, null); part; ) part = await settlePart(ctx, part)
}

/**
 * Settles the plan in force and announces it: only now, because every browser then asks for everything at once, and reads
 * are quicker when they need not put the staged rows in front of the table's. The organization is announced along with it: it says
 * whether its plan is out of date, and every screen of the plan would ask a second time for an announcement of its own.
 */
export const bringInPlan = async (ctx: TenantContext): Promise<void> => {
  await settlePlan(ctx)
  await writeTenant(ctx, async (_tx, record) => {
    for (const resource of ['schedule', 'operations', 'projects', 'organisation'] as const) record.changed(resource)
  })
}
