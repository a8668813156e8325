import { and, count, eq, inArray, max } from 'drizzle-orm'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readShopDifference } from '../../db/shop-changes.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import { loadOperations } from './load-operations.ts'
import { loadWorkingTime } from './load-working-time.ts'

export interface LoadedShop {
  readonly snapshot: ShopSnapshot
  /** `tenants.plan_version` before the first row was read. If it is another one at the commit, the snapshot is out of date. */
  readonly planVersion: number
  /** `tenants.change_number` at the same moment. Later changes have higher numbers. */
  readonly changeNumber: number
  /** The plan in force at that moment. */
  readonly planId: string
  /** Differs when a run came in force. One that gives only other reasons touches no project. */
  readonly reasonsAsOf: string
  /** What the organization calculates with learned times of work. The snapshot has the estimates. */
  readonly learnedPace: LearnedPaceUse
}

const readTenantSettings = async (tx: Tx, tenantId: string) => {
  const [row] = await tx.select().from(tenants).where(eq(tenants.tenantId, tenantId))
  if (!row) throw new NotFoundError()
  return row
}

const atMs = (date: Date | null): number | null => date?.getTime() ?? null

/** Some projects with their operations. */
const readProjects = async (
  tx: Tx,
  tenantId: string,
  timeZone: string,
  wanted: readonly string[],
): Promise<SnapshotProject[]> => {
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
    .where(and(eq(projects.tenantId, tenantId), inArray(projects.projectId, [...wanted])))
    .orderBy(projects.projectId)
  const operations = await loadOperations(tx, tenantId, wanted)
  return rows.map(
    ({ currentPhase, status, productionStart, engineeringRelease, customerRelease, plannedShip, ...project }) => ({
      ...project,
      phase: effectivePhase({ currentPhase, status }),
      productionStartMs: atMs(productionStart),
      engineeringReleaseMs: atMs(engineeringRelease),
      customerReleaseMs: atMs(customerRelease),
      dueMs: plannedShip && endOfDayMs(plannedShip.getTime(), timeZone),
      shipMs: atMs(plannedShip),
      operations: operations.get(project.projectId) ?? [],
    }),
  )
}

/** Everything of a shop except its projects. */
const readHead = async (tx: Tx, { tenantId }: TenantContext, nowMs: number) => {
  const { planVersion, changeNumber, planId, ...tenant } = await readTenantSettings(tx, tenantId)
  const shop: Omit<ShopSnapshot, 'projects'> = {
    nowMs,
    freezeWorkingDays: tenant.freezeWorkingDays,
    ...(await loadWorkingTime(tx, tenantId, nowMs)),
    categories: await tx
      .select({
        categoryId: categories.categoryId,
        name: categories.name,
        capacity: categories.capacity,
        changeovers: categories.changeovers,
        shiftId: categories.shiftId,
        kind: categories.kind,
      })
      .from(categories)
      .where(eq(categories.tenantId, tenantId))
      .orderBy(categories.sequence, categories.categoryId),
  }
  // Old runs are deleted, so the number alone could be the same again.
  const [runs] = await tx
    .select({ ended: count(), last: max(schedulingRuns.endedAt) })
    .from(schedulingRuns)
    .where(and(eq(schedulingRuns.tenantId, tenantId), eq(schedulingRuns.status, 'Succeeded')))
  return {
    planVersion,
    changeNumber,
    planId,
    learnedPace: tenant.learnedPace,
    reasonsAsOf: `${planId} ${runs?.ended} ${runs?.last?.toISOString()}`,
    shop,
  }
}

/** About 2,000 operations, which take some 20 ms on the embedded database with its single connection. */
const projectsPerPart = 100

/**
 * Reads the whole shop of an organization as input of the engine. Uses many short transactions, so that nobody waits
 * long for the single connection of the embedded database. A change in between also changes `planVersion`.
 */
export const loadShop = async (ctx: TenantContext, nowMs: number): Promise<LoadedShop> => {
  const { ids, shop, ...numbers } = await ctx.app.db.readTenant(ctx, async (tx) => {
    const head = await readHead(tx, ctx, nowMs)
    const rows = await tx
      .select({ id: projects.projectId })
      .from(projects)
      .where(eq(projects.tenantId, ctx.tenantId))
      .orderBy(projects.projectId)
    return { ...head, ids: rows.map(({ id }) => id) }
  })
  const found: SnapshotProject[] = []
  for (let from = 0; from < ids.length; from += projectsPerPart) {
    const part = ids.slice(from, from + projectsPerPart)
    const read = (tx: Tx) => readProjects(tx, ctx.tenantId, shop.timeZone, part)
    found.push(...(await ctx.app.db.readTenant(ctx, read, 'long')))
  }
  return { ...numbers, snapshot: { ...shop, projects: found } }
}

export interface LoadedDifference extends LoadedShop {
  /** Deleted projects. `snapshot` contains the new and changed ones. */
  readonly gone: readonly string[]
}

/** More projects are read in parts, with everything else. */
const mostProjects = 200

/** A state of the shop that somebody keeps: its change number, and those of later changes that the keeper has made. */
export interface KeptState {
  readonly number: number
  readonly own: readonly number[]
}

/**
 * The changes since a kept state, read in one transaction: a snapshot with only the changed projects. null when too much has
 * changed.
 */
export const loadDifference = (
  ctx: TenantContext,
  nowMs: number,
  { number, own }: KeptState,
): Promise<LoadedDifference | null> =>
  ctx.app.db.readTenant(ctx, async (tx) => {
    const { changed } = await readShopDifference(tx, ctx.tenantId, number, own)
    if (changed === 'whole' || changed.projectIds.length > mostProjects) return null
    const { shop, ...numbers } = await readHead(tx, ctx, nowMs)
    const found = await readProjects(tx, ctx.tenantId, shop.timeZone, changed.projectIds)
    const there = new Set(found.map(({ projectId }) => projectId))
    const gone = changed.projectIds.filter((id) => !there.has(id))
    return { ...numbers, snapshot: { ...shop, projects: found }, gone }
  })
