import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Recorder } from '../records/write-tenant.ts'

/** Clears the mark, because everything was scheduled with the present working time. The run keeps the mark, for a later revert. */
export const clearOutdated = async (ctx: TenantContext, tx: Tx, record: Recorder, runId: string): Promise<void> => {
  const { rows } = await tx.execute(sql`
    update scheduling_runs r set cleared_outdated = t.plan_outdated from tenants t
    where r.tenant_id = ${ctx.tenantId} and r.run_id = ${runId}
      and t.tenant_id = r.tenant_id and t.plan_outdated is not null returning r.run_id`)
  if (rows.length === 0) return
  await tx.execute(sql`update tenants set plan_outdated = null where tenant_id = ${ctx.tenantId}`)
  record.changed('organisation', { id: ctx.tenantId })
}

/**
 * The plan from before a run is as out of date as it was then, so `back` restores the mark and `forth` clears it.
 * The mark of a change made after the run stays in both directions.
 */
export const switchOutdated = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { runId, direction }: { readonly runId: string; readonly direction: 'back' | 'forth' },
): Promise<void> => {
  const [to, from] =
    direction === 'back' ? [sql`r.cleared_outdated`, sql`null::jsonb`] : [sql`null::jsonb`, sql`r.cleared_outdated`]
  const { rows } = await tx.execute(sql`
    update tenants t set plan_outdated = ${to} from scheduling_runs r
    where t.tenant_id = ${ctx.tenantId} and t.plan_outdated is not distinct from ${from}
      and r.tenant_id = t.tenant_id and r.run_id = ${runId} and r.cleared_outdated is not null returning t.tenant_id`)
  if (rows.length > 0) record.changed('organisation', { id: ctx.tenantId })
}
