import { sql } from 'drizzle-orm'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import type { LeftProject, SchedulingRun } from '#contract/scheduling-runs.ts'
import { phaseTitles, unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { readTarget } from '../bulk-operations/bulk-target.ts'
import { startRun } from './start-run.ts'

const projectsOf = (ctx: TenantContext, tx: Tx, operationIds: readonly string[]) =>
  readTableRows(
    tx,
    projects,
    sql`(select * from projects where tenant_id = ${ctx.tenantId} and project_id in (
      select project_id from operations where tenant_id = ${ctx.tenantId}
        and operation_id = any(${sql.param(operationIds)}::uuid[])) order by project_number, project_id) p`,
  )

/**
 * Requests a run over the projects of some operations, all or nothing, which can be reverted like any run. Projects that
 * are not scheduled are left out and named. 404 (no operation exists), 409 (`run_active`; the number of matches has
 * changed), 422 (none can be scheduled; more than 2,000 match).
 */
export const scheduleSelected = async (
  ctx: TenantContext,
  { target }: { readonly target: BulkTarget },
): Promise<{ run: SchedulingRun; left: LeftProject[] }> => {
  const ids = (await readTarget(ctx, target)).map(({ operationId }) => operationId)
  const found = await readTenant(ctx, (tx) => projectsOf(ctx, tx, ids))
  if (found.length === 0) throw new NotFoundError('None of these operations exists any more.')
  const left = found.flatMap((project): LeftProject[] => {
    const phase = effectivePhase(project)
    if (!unscheduledPhases.includes(phase)) return []
    const { projectId, projectNumber, projectName } = project
    return [
      { projectId, projectNumber, projectName, reason: `It is ${phaseTitles[phase].toLowerCase()} and not scheduled.` },
    ]
  })
  const leftIds = new Set(left.map(({ projectId }) => projectId))
  const projectIds = found.map(({ projectId }) => projectId).filter((id) => !leftIds.has(id))
  if (projectIds.length === 0) {
    throw new RuleError('None of these projects can be scheduled: they are complete, shipped, on hold or cancelled.')
  }
  return { run: await startRun(ctx, { projectId: null, projectIds }), left }
}
