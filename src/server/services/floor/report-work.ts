import { and, eq, inArray } from 'drizzle-orm'
import type { FloorReport } from '#contract/floor.ts'
import { applyFloorReport } from '#domain/floor/apply-floor-report.ts'
import { reportTime } from '#domain/floor/report-time.ts'
import { workOfReport } from '#domain/floor/work-of-report.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { type TenantContext, withSource } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { notifyOfScrap } from '../notifications/notify-of-scrap.ts'
import { lockProject } from '../operations/lock-project.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { changeOperationWithin } from '../operations/write-operations.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { noPieces, selectPieces, storeFloorEntry } from '../work-time/floor-entries.ts'
import { recordWork, type WorkPerson } from '../work-time/record-work.ts'
import { selectIntervals } from '../work-time/store-intervals.ts'
import { type FloorPlace, floorCenters } from './floor-centers.ts'
import { identifyWorker } from './workers.ts'

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

/** The facts about an operation that decide about a report, besides its own row. */
const readFacts = async ({ ctx, tx }: Write, operationId: string) => {
  const intervals = await selectIntervals(ctx, tx, [operationId])
  const pieces = (await selectPieces(ctx, tx, [operationId])).get(operationId) ?? noPieces
  return { isRunning: intervals.some(({ endedAt }) => endedAt === null), goodPieces: pieces.good }
}

/** Who worked: the member who reports, or the person whose code the tablet sends. */
const whoWorked = (ctx: TenantContext, place: FloorPlace, report: FloorReport): Promise<WorkPerson | null> =>
  place.signedInAt === null
    ? Promise.resolve({ workerId: null, userId: ctx.userId, name: ctx.userName })
    : identifyWorker(ctx, report.workerCode)

/**
 * Takes a report of a device or of a member, in the name of its reporter, as a change that a planner could have made. 404 for an
 * operation of another work center, 422 when the report does not fit any more, came too late, or does not say who worked.
 */
export const reportWork = async (
  ctx: TenantContext,
  { place, report }: { readonly place: FloorPlace; readonly report: FloorReport },
): Promise<{ readonly operationId: string; readonly at: string }> => {
  const person = await whoWorked(ctx, place, report)
  return writeTenant(withSource(ctx, 'floor'), async (write) => {
    const { operationId, kind } = report
    const { project, row } = await lockReported(write, place, operationId)
    const time = reportTime({
      reportedAtMs: Date.parse(report.reportedAt),
      signedInAtMs: place.signedInAt?.getTime() ?? null,
      nowMs: ctx.app.now().getTime(),
    })
    if (!time.ok) throw new RuleError(time.reason)
    const at = new Date(time.atMs)
    const work = { ...row, ...(await readFacts(write, operationId)), phase: effectivePhase(project) }
    const decision = applyFloorReport(work, report, { at, reporterName: ctx.userName, isNamed: person !== null })
    if (!decision.ok) throw new RuleError(decision.reason)
    const timed = workOfReport(kind, work)
    if (timed) await recordWork(write, { operation: row, kind: timed, at, person, time: report.time })
    const entry = await storeFloorEntry(write, { operation: row, report, at, person })
    if (entry && entry.scrap > 0) notifyOfScrap(write, { ...entry, project, operation: row })
    await changeOperationWithin(write, { projectId: row.projectId, operationId, input: decision.input })
    return { operationId, at: at.toISOString() }
  })
}

/** The work center at which the caller can report an operation. 404. */
export const floorPlaceOf = (ctx: TenantContext, { operationId }: { readonly operationId: string }) =>
  readTenant(ctx, async (tx) => {
    const [found] = await tx
      .select({ operationId: operations.operationId, name: operations.name, categoryId: operations.categoryId })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.operationId, operationId)))
    const categoryId = found?.categoryId ?? null
    if (!found || categoryId === null) throw new NotFoundError()
    const [center] = await floorCenters(ctx, tx, { categoryIds: [categoryId], signedInAt: null })
    if (!center) throw new NotFoundError()
    return { operationId, name: found.name, categoryId }
  })
