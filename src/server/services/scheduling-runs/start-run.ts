import { and, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { type RunEffort, unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { DatabaseFault } from '../../db/database-fault.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { AppError, ConflictError, NotFoundError, RuleError } from '../../errors.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { announceRun } from './announce-run.ts'
import { presentRun } from './present-run.ts'
import { requireRunRight } from './require-run-right.ts'
import { type RunCall, runsChannel } from './run-channel.ts'

export interface StartRunInput {
  /** null = all projects, or `projectIds`. */
  readonly projectId: string | null
  /** Some projects, which must all be in a scheduled phase. */
  readonly projectIds?: readonly string[]
  readonly options?: { readonly preview?: boolean; readonly seed?: number; readonly effort?: RunEffort }
}

const assertSchedulable = async (ctx: TenantContext, tx: Tx, projectId: string): Promise<void> => {
  const [project] = await tx
    .select({ currentPhase: projects.currentPhase, status: projects.status })
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
  if (!project) throw new NotFoundError('Project not found.')
  if (unscheduledPhases.includes(effectivePhase(project))) {
    throw new RuleError('A project that is complete, shipped, on hold or cancelled is not scheduled.')
  }
}

/**
 * Requests a scheduling run and returns at once. A runner claims it later. Throws 409 `run_active` while the organization
 * has another run, 403 when the caller may not put its plan in force, 404 for an unknown project, 422 for a project that is not scheduled.
 */
export const startRun = async (ctx: TenantContext, input: StartRunInput): Promise<SchedulingRun> => {
  const { projectId, projectIds, options } = input
  try {
    return await writeTenant(ctx, async ({ tx, record }) => {
      const preview = options?.preview ?? false
      await requireRunRight(ctx, tx, { preview, projectId, projectIds: projectIds ?? null })
      if (projectId) await assertSchedulable(ctx, tx, projectId)
      const [row] = await tx
        .insert(schedulingRuns)
        .values({
          tenantId: ctx.tenantId,
          runId: orderedId(),
          projectId,
          projectIds: projectIds ? [...projectIds] : null,
          preview,
          status: 'Running',
          seed: options?.seed ?? 1,
          effort: options?.effort ?? 'quick',
          startedBy: ctx.userName,
          startedByUserId: ctx.userId,
          startedAt: ctx.app.now(),
        })
        .returning()
      if (!row) throw new Error('An insert returned no row')
      const call: RunCall = { kind: 'queued', runId: row.runId }
      await notify(tx, runsChannel, JSON.stringify(call))
      await announceRun(tx, row)
      record.changed('runs', { id: row.runId })
      return presentRun(row)
    })
  } catch (error) {
    throw isSecondRun(error) ? new AppError('run_active', 'A scheduling run is already under way.') : error
  }
}

const isSecondRun = (error: unknown): boolean =>
  error instanceof ConflictError &&
  error.cause instanceof DatabaseFault &&
  error.cause.constraint === 'scheduling_runs_one_active'
