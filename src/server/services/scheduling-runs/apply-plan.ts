import type { CreatedProject } from '#contract/scheduling-runs.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../../context.ts'
import type { ShopChange } from '../../db/shop-changes.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import type { Write } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import { recordSwitch, takeOver } from './commit-plan.ts'
import { finishedFigures, notifyOfRun } from './notify-of-run.ts'
import { beginPlan, completePlan, type PlanDifference, writePlan } from './write-plan.ts'

/** Writes the parts of a plan (`planParts`) under the id of its run, where nobody reads it yet. */
export const preparePlan = async (
  ctx: TenantContext,
  runId: string,
  parts: readonly string[],
): Promise<PlanDifference> => {
  if (parts.length === 0) return { moved: 0, projectIds: [] }
  await beginPlan(ctx, runId)
  let moved = 0
  const projectIds = new Set<string>()
  for (const rowsJson of parts) {
    const written = await writePlan(ctx, runId, rowsJson)
    moved += written.moved
    for (const id of written.projectIds) projectIds.add(id)
  }
  await completePlan(ctx, runId)
  return { moved, projectIds: [...projectIds] }
}

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
  { ctx, tx, record }: Write,
  { runId, summary, moved, change, madeBy, ofOneProject = false, created }: PreparedPlan,
): Promise<void> => {
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
  await takeOver(ctx, tx, runId)
  record.planSwitched(change)
  recordSwitch(record, run, progress)
  await announceRun(tx, run)
  await notifyOfRun(ctx, tx, record, run, { code: 'runFinished', ...finishedFigures(run) })
  record.changed('runs', { id: runId })
}
