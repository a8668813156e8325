import { eq } from 'drizzle-orm'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { loadOperations } from './load-operations.ts'
import { loadWorkingTime } from './load-working-time.ts'

export interface LoadedShop {
  readonly snapshot: ShopSnapshot
  /** `tenants.plan_version` before the first row was read: another one at the commit means the snapshot is out of date. */
  readonly planVersion: number
  /** `tenants.change_number` and the plan in force at the same time. */
  readonly changeNumber: number
  readonly planId: string
}

const readOrganisation = async (tx: Tx, tenantId: string) => {
  const [row] = await tx.select().from(tenants).where(eq(tenants.tenantId, tenantId))
  if (!row) throw new NotFoundError()
  return row
}

const atMs = (date: Date | null): number | null => date?.getTime() ?? null

const readProjects = async (tx: Tx, tenantId: string, timeZone: string): Promise<SnapshotProject[]> => {
  const rows = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      projectName: projects.projectName,
      currentPhase: projects.currentPhase,
      status: projects.status,
      priority: projects.priority,
      productionStart: projects.productionStartDate,
      engineeringRelease: projects.engineeringReleaseDate,
      customerRelease: projects.customerReleaseDate,
      plannedShip: projects.plannedShipDate,
    })
    .from(projects)
    .where(eq(projects.tenantId, tenantId))
    .orderBy(projects.projectId)
  return rows.map(
    ({ currentPhase, status, productionStart, engineeringRelease, customerRelease, plannedShip, ...project }) => ({
      ...project,
      phase: effectivePhase({ currentPhase, status }),
      productionStartMs: atMs(productionStart),
      engineeringReleaseMs: atMs(engineeringRelease),
      customerReleaseMs: atMs(customerRelease),
      dueMs: plannedShip && endOfDayMs(plannedShip.getTime(), timeZone),
      operations: [],
    }),
  )
}

/**
 * Reads the whole shop of an organisation as the engine's input, in a few transactions of a few milliseconds each, so
 * that on the embedded database's one connection nobody waits long. What changes in between changes `planVersion` too.
 * `inZone` reads it as if the organisation lived in another time zone.
 */
export const loadShop = async (ctx: TenantContext, nowMs: number, inZone?: string): Promise<LoadedShop> => {
  const { db } = ctx.app
  const { organisation, shopProjects, ...head } = await db.readTenant(ctx, async (tx) => {
    const stored = await readOrganisation(tx, ctx.tenantId)
    const organisation = { ...stored, timeZone: inZone ?? stored.timeZone }
    return {
      organisation,
      ...(await loadWorkingTime(tx, ctx.tenantId, nowMs)),
      categories: await tx
        .select({
          categoryId: categories.categoryId,
          name: categories.name,
          capacity: categories.capacity,
          shiftId: categories.shiftId,
        })
        .from(categories)
        .where(eq(categories.tenantId, ctx.tenantId))
        .orderBy(categories.sequence, categories.categoryId),
      shopProjects: await readProjects(tx, ctx.tenantId, organisation.timeZone),
    }
  })
  const operations = await loadOperations(ctx)
  for (const project of shopProjects) project.operations = operations.get(project.projectId) ?? []
  return {
    planVersion: organisation.planVersion,
    changeNumber: organisation.changeNumber,
    planId: organisation.planId,
    snapshot: {
      nowMs,
      timeZone: organisation.timeZone,
      freezeWorkingDays: organisation.freezeWorkingDays,
      defaultShiftId: organisation.defaultShiftId,
      ...head,
      projects: shopProjects,
    },
  }
}
