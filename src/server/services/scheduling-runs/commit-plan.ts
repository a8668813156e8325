import { and, eq, sql } from 'drizzle-orm'
import type { CreatedProject } from '#contract/scheduling-runs.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { readShopDifference, type ShopChange } from '../../db/shop-changes.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { splitMoved } from '../work-time/split-moved.ts'
import { announceRun } from './announce-run.ts'
import type { RunClaim } from './claim-run.ts'
import { followCenters } from './follow-centers.ts'
import { type ComputedOn, keepEdits } from './keep-edits.ts'
import { finishedFigures, notifyOfRun } from './notify-of-run.ts'
import { clearOutdated } from './outdated-mark.ts'
import type { RunRow } from './present-run.ts'
import { movesBeside, type RunProgress } from './renew-lease.ts'
import { copyPlacements, isInPlace } from './run-moves.ts'

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
const takeOver = async (ctx: TenantContext, tx: Tx, runId: string): Promise<void> => {
  const { rows } = await tx.execute<{ inPlace: boolean }>(sql`select ${isInPlace(ctx.tenantId, runId)} as "inPlace"`)
  if (rows[0]?.inPlace) await copyPlacements(ctx, tx, { from: runId, to: planInForce(ctx.tenantId) })
  else
    await tx.execute(sql`update tenants set plan_id = p.plan_id from plans p
      where tenants.tenant_id = ${ctx.tenantId} and p.tenant_id = tenants.tenant_id and p.plan_id = ${runId}`)
  await followCenters(ctx, tx)
}

/** Values as changes in an entry of history. */
export const addedFields = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([field, to]) => ({ field, from: null, to }))

/** Puts the plan of a run in force, with its history and its announcement. `change` = the differences in the plan. */
const switchTo = async (
  { ctx, tx, record }: Write,
  { runId, projectId }: Pick<RunClaim, 'runId' | 'projectId'>,
  progress: RunProgress,
  change: ShopChange,
): Promise<void> => {
  record.planSwitched(change)
  await takeOver(ctx, tx, runId)
  await splitMoved({ ctx, tx, record })
  record.history({
    entity: 'schedulingRun',
    entityId: runId,
    projectId,
    action: 'update',
    changes: [
      { field: 'status', from: 'Running', to: 'Succeeded' },
      { field: 'changedOperations', from: null, to: progress.changedOperations ?? 0 },
      { field: 'lateProjects', from: progress.lateProjectsBefore ?? null, to: progress.lateProjects ?? null },
      ...addedFields({ ...movesBeside(progress), ...(progress.ofOneProject && { ofOneProject: true }) }),
    ],
  })
}

/** Announces the end of a run and notifies people of it. */
const announceEnd = async ({ ctx, tx, record }: Write, run: RunRow): Promise<void> => {
  await announceRun(tx, run)
  await notifyOfRun(ctx, tx, record, run, { code: 'runFinished', ...finishedFigures(run) })
  record.changed('runs', { id: run.runId })
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
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    const refusal = await fitPlan(ctx, tx, claim, on)
    if (refusal) return refusal
    if (!claim.preview) {
      if (claim.projectId === null && claim.projectIds === null) await clearOutdated(ctx, tx, record, claim.runId)
      await switchTo(write, claim, progress, change)
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
    if (!row) throw new Error('A locked run vanished')
    await announceEnd(write, row)
    return 'committed'
  })

export interface PreparedPlan {
  readonly runId: string
  readonly summary: PlanSummary
  readonly moved: number
  readonly change: ShopChange
  readonly madeBy: 'proposal' | 'promiseDate'
  /** Whether it moves one project at most, and changes nothing else of the whole shop. */
  readonly ofOneProject?: boolean
  /** The project that is created with it. */
  readonly created?: CreatedProject
}

/**
 * Puts a prepared plan in force and records it as a run, so that it can be compared, and taken back with what changed beside it. The
 * caller stores the result of the run.
 */
export const putPlanInForce = async (
  write: Write,
  { runId, summary, moved, change, madeBy, ofOneProject = false, created }: PreparedPlan,
): Promise<void> => {
  const { ctx, tx } = write
  const now = ctx.app.now()
  const { completedProjects, ...figures } = summary
  const progress = {
    ...figures,
    completed: completedProjects,
    total: completedProjects,
    changedOperations: moved,
    madeBy,
    ...(ofOneProject && { ofOneProject }),
    ...(created && { created }),
  }
  const [run] = await tx
    .insert(schedulingRuns)
    .values({
      tenantId: ctx.tenantId,
      runId,
      status: 'Succeeded',
      progress: { ...progress, percent: 100, phase: 'finished' },
      startedBy: ctx.userName,
      startedByUserId: ctx.userId,
      startedAt: now,
      endedAt: now,
    })
    .returning()
  if (!run) throw new Error('An insert returned no row')
  await switchTo(write, run, progress, change)
  await announceEnd(write, run)
}
