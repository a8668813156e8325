import { and, eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { readShopDifference, type ShopChange } from '../../db/shop-changes.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { type Recorder, writeTenant } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import type { RunClaim } from './claim-run.ts'
import { followCenters } from './follow-centers.ts'
import { type ComputedOn, keepEdits } from './keep-edits.ts'
import { finishedFigures, notifyOfRun } from './notify-of-run.ts'
import { clearOutdated } from './outdated-mark.ts'
import { movesBeside, type RunProgress } from './renew-lease.ts'
import { isInPlace, putInPlace } from './run-moves.ts'

/** 'changed' = working time or the plan in force has changed. 'lost' = the run no longer belongs to this worker. */
export type CommitOutcome = 'committed' | 'changed' | 'cancelled' | 'lost'

/** Whether working time or the plan in force has changed since a plan was computed. Edits of projects and their operations do not count. */
const isOutdated = async (ctx: TenantContext, tx: Tx, on: ComputedOn, planId: string): Promise<boolean> =>
  planId !== on.planId || (await readShopDifference(tx, ctx.tenantId, on.changeNumber)).changed === 'whole'

/**
 * Makes the plan of a run ready to come in force, with the edits made meanwhile; else says why it cannot. Locks the organization before the
 * run, so that two commits cannot deadlock.
 */
const fitPlan = async (ctx: TenantContext, tx: Tx, claim: RunClaim, on: ComputedOn): Promise<CommitOutcome | null> => {
  const { rows } = await tx.execute<{ version: string; planId: string }>(
    sql`select plan_version::text as version, plan_id as "planId" from tenants where tenant_id = ${ctx.tenantId} for update`,
  )
  const [run] = await tx
    .select()
    .from(schedulingRuns)
    .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, claim.runId)))
    .for('update')
  if (run?.status !== 'Running' || run.workerId !== claim.workerId) return 'lost'
  if (run.cancelRequested) return 'cancelled'
  const [tenant] = rows
  if (!tenant || Number(tenant.version) === on.planVersion) return null
  if (await isOutdated(ctx, tx, on, tenant.planId)) return 'changed'
  if (!claim.preview) await keepEdits(ctx, tx, claim.runId, on)
  return null
}

/**
 * Puts the plan of a run in force. One row names the plan in force. A small plan is written into the present one instead. A run
 * without changes, even of reasons, has no plan and changes nothing.
 */
export const takeOver = async (ctx: TenantContext, tx: Tx, runId: string): Promise<void> => {
  const { rows } = await tx.execute<{ inPlace: boolean }>(sql`select ${isInPlace(ctx.tenantId, runId)} as "inPlace"`)
  if (rows[0]?.inPlace) {
    await tx.execute(sql`insert into placements as f (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date,
        placement, moves, moved_version, moved_at, moved_by, category_id, by_hand)
      select tenant_id, ${planInForce(ctx.tenantId)}, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
        moved_version, moved_at, moved_by, category_id, true
      from placements where tenant_id = ${ctx.tenantId} and plan_id = ${runId} ${putInPlace}`)
  } else
    await tx.execute(sql`update tenants set plan_id = p.plan_id from plans p
      where tenants.tenant_id = ${ctx.tenantId} and p.tenant_id = tenants.tenant_id and p.plan_id = ${runId}`)
  await followCenters(ctx, tx)
}

/** Values as changes in an entry of history. */
export const addedFields = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([field, to]) => ({ field, from: null, to }))

export const recordSwitch = (
  record: Recorder,
  claim: Pick<RunClaim, 'runId' | 'projectId'>,
  progress: RunProgress,
): void => {
  record.history({
    entity: 'schedulingRun',
    entityId: claim.runId,
    projectId: claim.projectId,
    action: 'update',
    changes: [
      { field: 'status', from: 'Running', to: 'Succeeded' },
      { field: 'changedOperations', from: null, to: progress.changedOperations ?? 0 },
      { field: 'lateProjects', from: progress.lateProjectsBefore ?? null, to: progress.lateProjects ?? null },
      ...addedFields({ ...movesBeside(progress), ...(progress.ofOneProject && { ofOneProject: true }) }),
    ],
  })
}

/**
 * Puts the plan of the run in force, all at once, if it still fits the shop on which it was computed and the run still belongs to this
 * worker. What people have moved since then stays there. A preview ends the same way, but does not change operations. `change` = the
 * differences in the plan.
 */
export const commitPlan = (
  ctx: TenantContext,
  claim: RunClaim,
  on: ComputedOn,
  progress: RunProgress,
  change: ShopChange = 'whole',
): Promise<CommitOutcome> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const refusal = await fitPlan(ctx, tx, claim, on)
    if (refusal) return refusal
    if (!claim.preview) {
      if (claim.projectId === null && claim.projectIds === null) await clearOutdated(ctx, tx, record, claim.runId)
      record.planSwitched(change)
      await takeOver(ctx, tx, claim.runId)
      recordSwitch(record, claim, progress)
    }
    const [row] = await tx
      .update(schedulingRuns)
      .set({
        status: 'Succeeded',
        progress: { ...progress, percent: 100, phase: 'finished', secondsLeft: null },
        inputVersion: on.planVersion,
        leaseUntil: null,
        endedAt: ctx.app.now(),
      })
      .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, claim.runId)))
      .returning()
    if (row) {
      await announceRun(tx, row)
      await notifyOfRun(ctx, tx, record, row, { code: 'runFinished', ...finishedFigures(row) })
    }
    record.changed('runs', { id: claim.runId })
    return 'committed'
  })
