import { and, eq, inArray } from 'drizzle-orm'
import type { FloorReport } from '#contract/floor.ts'
import { applyFloorReport } from '#domain/floor/apply-floor-report.ts'
import { reportTime } from '#domain/floor/report-time.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { lockProject } from '../operations/lock-project.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { changeOperationWithin } from '../operations/write-operations.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { type FloorPlace, floorCenters } from './floor-centers.ts'

/** The operation and its project, locked. 404 when it runs at none of the caller's work centers now. */
const lockReported = async ({ ctx, tx }: Write, place: FloorPlace, operationId: string) => {
  const centers = await floorCenters(ctx, tx, place)
  const isTheirs = and(
    eq(operations.tenantId, ctx.tenantId),
    eq(operations.operationId, operationId),
    inArray(
      operations.categoryId,
      centers.map(({ categoryId }) => categoryId),
    ),
  )
  const find = () => tx.select({ projectId: operations.projectId }).from(operations).where(isTheirs)
  const [named] = await find()
  if (!named) throw new NotFoundError()
  const project = await lockProject(ctx, tx, named.projectId)
  // It may have been moved to another work center before the lock was taken.
  if ((await find()).length === 0) throw new NotFoundError()
  const [operation] = await selectOperations(ctx, tx, [named.projectId], [operationId])
  if (!operation) throw new NotFoundError()
  return { project, row: operation.row }
}

/**
 * Takes a report of a device or of a member, in the name of its reporter, as a change that a planner could have made. 404 for an
 * operation of another work center, 422 when the report does not fit any more or came too late.
 */
export const reportWork = (
  ctx: TenantContext,
  { place, report }: { readonly place: FloorPlace; readonly report: FloorReport },
): Promise<{ readonly operationId: string; readonly at: string }> => {
  const reporting: TenantContext = { ...ctx, source: 'floor' }
  return writeTenant(reporting, async (write) => {
    const { operationId } = report
    const { project, row } = await lockReported(write, place, operationId)
    const time = reportTime({
      reportedAtMs: Date.parse(report.reportedAt),
      signedInAtMs: place.signedInAt?.getTime() ?? null,
      nowMs: ctx.app.now().getTime(),
    })
    if (!time.ok) throw new RuleError(time.reason)
    const at = new Date(time.atMs)
    const decision = applyFloorReport({ ...row, phase: effectivePhase(project) }, report, {
      at,
      reporterName: ctx.userName,
    })
    if (!decision.ok) throw new RuleError(decision.reason)
    await changeOperationWithin(write, { projectId: row.projectId, operationId, input: decision.input })
    return { operationId, at: at.toISOString() }
  })
}
