import { and, eq, lt, sql } from 'drizzle-orm'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { dataSources, sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { pruneRuns } from './store-run.ts'

/** A run that has waited for a decision for so long is given up, with its file. */
const waitsMs = 90 * dayMs
/** What a source knows of a record that does not exist any more. An undo that brings it back is younger. */
const knownMs = 180 * dayMs
/** Rows of one transaction, because all requests share the single connection of the embedded database. */
const rowsPerPart = 1_000

/** Gives up the runs that have waited for a person for 90 days: their files are deleted. */
const giveUpWaiting = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  const before = new Date(ctx.app.now().getTime() - waitsMs)
  const old = and(
    eq(sourceRuns.tenantId, ctx.tenantId),
    eq(sourceRuns.outcome, 'waiting'),
    lt(sourceRuns.startedAt, before),
  )
  const given = await tx
    .update(sourceRuns)
    .set({ outcome: 'superseded' })
    .where(old)
    .returning({ runId: sourceRuns.runId })
  for (const { runId } of given) {
    await tx
      .update(sourceRunDetails)
      .set({ file: null })
      .where(and(eq(sourceRunDetails.tenantId, ctx.tenantId), eq(sourceRunDetails.runId, runId)))
  }
}

const isGone = sql`not exists (select from projects p where p.tenant_id = r.tenant_id and p.project_id = r.record_id)
  and not exists (select from operations o where o.tenant_id = r.tenant_id and o.operation_id = r.record_id)`

/** Notes since when records are missing that a person deleted. */
const noteGone = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  await tx.execute(sql`
    update source_records r set missing_since = ${ctx.app.now().toISOString()}::timestamptz
    where r.tenant_id = ${ctx.tenantId} and r.missing_since is null and ${isGone}`)
}

/** Forgets a part of the records that are gone. True if there may be more. */
const forgetGone = async (ctx: TenantContext, tx: Tx): Promise<boolean> => {
  const before = new Date(ctx.app.now().getTime() - knownMs).toISOString()
  const { rows } = await tx.execute(sql`
    delete from source_records where tenant_id = ${ctx.tenantId} and (source_id, record_id) in (
      select r.source_id, r.record_id from source_records r
      where r.tenant_id = ${ctx.tenantId} and r.missing_since < ${before}::timestamptz
        and ${isGone} limit ${rowsPerPart} for update skip locked)
    returning record_id`)
  return rows.length >= rowsPerPart
}

/** Deletes what is not needed of the runs of data sources: those behind the newest 50, old files, and what is known of records that are gone. */
export const pruneSourceRuns = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  await ctx.app.db.withTenant(ctx, async (tx) => {
    const sources = await tx
      .select({ sourceId: dataSources.sourceId })
      .from(dataSources)
      .where(eq(dataSources.tenantId, ctx.tenantId))
    for (const { sourceId } of sources) await pruneRuns(ctx, tx, sourceId)
    await giveUpWaiting(ctx, tx)
    await noteGone(ctx, tx)
  })
  for (let left = true; left && !signal?.aborted; ) {
    left = await ctx.app.db.withTenant(ctx, (tx) => forgetGone(ctx, tx), 'long')
  }
}

/** Organizations with data sources. */
export const findSourceTenants = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const rows = await tx.selectDistinct({ tenantId: dataSources.tenantId }).from(dataSources)
    return rows.map(({ tenantId }) => tenantId)
  })
