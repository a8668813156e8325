import { eq, sql } from 'drizzle-orm'
import type { Placement } from '#contract/placement.ts'
import type { OperationStatus, ProjectPhase } from '#contract/vocabulary.ts'
import { statusAfterPhase } from '#domain/projects/follow-phase.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { preferGenericPlans } from '../db/generic-plans.ts'
import { categories } from '../db/tables/categories.table.ts'
import { calendarExceptions, holidays, storedEnd } from '../db/tables/holidays.table.ts'
import { operationDependencies, operations } from '../db/tables/operations.table.ts'
import { placements, plans } from '../db/tables/plans.table.ts'
import { projects } from '../db/tables/projects.table.ts'
import { shifts } from '../db/tables/shifts.table.ts'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

/** Details of a shop that its screens show but the engine does not need. */
export interface ShopDetails {
  readonly random: Random
  readonly shiftDescription: (name: string) => string
  readonly categoryColor: (name: string) => string
  /** The supplier of an outside work center; none by default. */
  readonly supplierName?: (name: string) => string
  readonly customerName: (projectId: string) => string
  readonly plannedShipMs: (project: SnapshotProject) => number | null
  /** The planned day by default. */
  readonly actualShipMs?: (project: SnapshotProject) => number | undefined
  /** When the project was created; now by default. */
  readonly createdMs?: (project: SnapshotProject) => number
  readonly notes: (operationId: string) => string
  /** The material note of an operation; empty by default. */
  readonly materialNote?: (operationId: string) => string
  readonly placements: ReadonlyMap<string, Placement>
}

const instant = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

const statusOf = ({ actualEndMs, onHold, actualStartMs }: SnapshotOperation): OperationStatus => {
  if (actualEndMs !== null) return 'Completed'
  if (onHold) return 'On Hold'
  return actualStartMs === null ? 'Pending' : 'In Progress'
}

const insertWorkingTime = async (
  ctx: TenantContext,
  tx: Tx,
  shop: ShopSnapshot,
  details: ShopDetails,
): Promise<void> => {
  const { tenantId, userName: modifiedBy } = ctx
  await insertRows(
    tx,
    shifts,
    shop.shifts.map(({ shiftId, name, versions }) => ({
      tenantId,
      shiftId,
      name,
      description: details.shiftDescription(name),
      versions,
      modifiedBy,
    })),
  )
  await tx.execute(sql`update tenants set default_shift_id = ${shop.defaultShiftId} where tenant_id = ${tenantId}`)
  await insertRows(
    tx,
    categories,
    shop.categories.map(({ kind = 'inside', ...category }, index) => ({
      tenantId,
      ...category,
      kind,
      supplier: details.supplierName?.(category.name) ?? '',
      changeovers: [...(category.changeovers ?? [])],
      color: details.categoryColor(category.name),
      sequence: (index + 1) * 10,
      modifiedBy,
    })),
  )
  await insertRows(
    tx,
    holidays,
    shop.holidays.map((holiday) => ({ tenantId, ...holiday, modifiedBy })),
  )
  await insertRows(
    tx,
    calendarExceptions,
    shop.exceptions.map(({ kind, name, startMs, endMs, categoryId }) => ({
      tenantId,
      exceptionId: details.random.uuid(),
      kind,
      name,
      startsAt: new Date(startMs),
      endsAt: new Date(endMs),
      categoryId,
      modifiedBy,
    })),
  )
  await insertRows(
    tx,
    calendarExceptions,
    (shop.capacitySpans ?? []).map(({ name, startMs, endMs, categoryId, units }) => ({
      tenantId,
      exceptionId: details.random.uuid(),
      kind: 'capacity' as const,
      name,
      startsAt: new Date(startMs),
      endsAt: storedEnd(endMs === null ? null : new Date(endMs).toISOString()),
      categoryId,
      units,
      modifiedBy,
    })),
  )
}

const projectRow = (ctx: TenantContext, project: SnapshotProject, details: ShopDetails) => {
  const phase = project.phase as ProjectPhase
  const ship = details.plannedShipMs(project)
  return {
    tenantId: ctx.tenantId,
    projectId: project.projectId,
    projectNumber: project.projectNumber,
    projectName: project.projectName,
    shortName: project.projectName.split(' ').at(-1) ?? '',
    customerName: details.customerName(project.projectId),
    priority: project.priority,
    status: statusAfterPhase(phase, phase === 'submittals' ? 'New' : 'In Progress'),
    currentPhase: phase,
    customerReleaseDate: instant(project.customerReleaseMs),
    engineeringReleaseDate: instant(project.engineeringReleaseMs),
    productionStartDate: instant(project.productionStartMs),
    plannedShipDate: instant(ship),
    actualShipDate: phase === 'shipped' ? instant(details.actualShipMs?.(project) ?? ship) : null,
    createdAt: new Date(details.createdMs?.(project) ?? ctx.app.now()),
    modifiedBy: ctx.userName,
  }
}

const operationRow = (ctx: TenantContext, projectId: string, operation: SnapshotOperation, details: ShopDetails) => ({
  tenantId: ctx.tenantId,
  operationId: operation.operationId,
  projectId,
  name: operation.name,
  status: statusOf(operation),
  progressPercent: operation.progressPercent,
  durationHours: operation.durationHours,
  scheduledStartDate: instant(operation.scheduledStartMs),
  scheduledEndDate: instant(operation.scheduledEndMs),
  actualStartDate: instant(operation.actualStartMs),
  actualEndDate: instant(operation.actualEndMs),
  categoryId: operation.categoryId,
  poolId: operation.poolId ?? null,
  alternatives: operation.alternatives ?? [],
  categoryFixed: operation.categoryFixed ?? false,
  sequence: operation.sequence,
  onHold: operation.onHold,
  pinned: operation.pinned,
  notes: details.notes(operation.operationId),
  materialReadyDate: instant(operation.materialReadyMs),
  materialNote: details.materialNote?.(operation.operationId) ?? '',
  setupFamily: operation.setupFamily ?? '',
  placement: details.placements.get(operation.operationId) ?? null,
  modifiedBy: ctx.userName,
})

/** Writes a whole shop into an empty organization, table by table. */
export const insertShop = async (
  ctx: TenantContext,
  tx: Tx,
  shop: ShopSnapshot,
  details: ShopDetails,
): Promise<void> => {
  await preferGenericPlans(tx)
  await insertWorkingTime(ctx, tx, shop, details)
  await insertRows(
    tx,
    projects,
    shop.projects.map((project) => projectRow(ctx, project, details)),
  )
  const rows = shop.projects.flatMap((project) =>
    project.operations.map((row) => operationRow(ctx, project.projectId, row, details)),
  )
  await insertRows(tx, operations, rows)
  const [plan] = await tx.select().from(plans).where(eq(plans.tenantId, ctx.tenantId))
  await insertRows(
    tx,
    placements,
    rows.map((row) => ({
      ...row,
      planId: plan?.planId ?? '',
      categoryId: row.alternatives.length > 0 ? row.categoryId : null,
    })),
  )
  await insertRows(
    tx,
    operationDependencies,
    shop.projects.flatMap(({ projectId, operations: list }) =>
      list.flatMap(({ operationId, dependencies }) =>
        dependencies.map((dependency, position) => ({
          tenantId: ctx.tenantId,
          operationId,
          predecessorId: dependency.operationId,
          projectId,
          lagHours: dependency.lagHours,
          lagUnit: dependency.lagUnit ?? 'working',
          maxLagHours: dependency.maxLagHours ?? null,
          overlapPercent: dependency.overlapPercent ?? null,
          position,
        })),
      ),
    ),
  )
}
