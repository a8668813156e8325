import { eq, sql } from 'drizzle-orm'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { type CalendarSource, type ShopCalendars, shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { SnapshotCategory } from '#domain/scheduling/shop-snapshot.ts'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { linksOfIds, operationsOfIds } from '../../db/operations-in-force.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'

/** The sources of working time, and the work centers. */
interface ShopTime extends Omit<CalendarSource, 'categories'> {
  readonly categories: (SnapshotCategory & { color: string })[]
  readonly capacitySpans: CapacitySpan[]
}

/** Zone, working time and work centers of the organization. */
const readShop = async (ctx: TenantContext, tx: Tx): Promise<ShopTime> => {
  return {
    ...(await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())),
    categories: await tx
      .select({
        categoryId: categories.categoryId,
        name: categories.name,
        color: categories.color,
        capacity: categories.capacity,
        changeovers: categories.changeovers,
        shiftId: categories.shiftId,
        kind: categories.kind,
      })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(categories.sequence, categories.name, categories.categoryId),
  }
}

/** The existing operations among these ids, with their dependencies. Each is looked up by its key. */
const selectBulkOperations = async (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<LinkedOperation[]> => {
  const rows = await readTableRows(tx, plannedOperations, operationsOfIds(ctx.tenantId, ids))
  const links = await readTableRows(
    tx,
    operationDependencies,
    sql`(select * from ${linksOfIds(ctx.tenantId, ids)} order by position, predecessor_id) l`,
  )
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent } of links) {
    const list = byOperation.get(operationId) ?? []
    list.push({ predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent })
    byOperation.set(operationId, list)
  }
  return rows.map((row) => ({ row, dependencies: byOperation.get(row.operationId) ?? [] }))
}

const minuteMs = 60_000
const pastMs = 400 * 86_400_000

/** The records of a bulk action, read under the organization's lock. */
export interface BulkWorld {
  readonly now: Date
  /** First full minute from now on. */
  readonly nowMs: number
  /** The zone of dates that the reader names. */
  readonly readerZone: string
  readonly operations: ReadonlyMap<string, LinkedOperation>
  readonly projects: ReadonlyMap<string, ProjectRow>
  readonly shop: ShopTime
  readonly calendarOf: ShopCalendars['of']
}

/** True when the scheduler leaves the project alone. */
export const isClosed = (project: ProjectRow): boolean => unscheduledPhases.includes(effectivePhase(project))

/** The existing operations among the ids, with their projects, working time and work centers. */
export const readBulkWorld = async (
  ctx: TenantContext,
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<BulkWorld> => {
  const found = await selectBulkOperations(ctx, tx, ids)
  const projectIds = [...new Set(found.map(({ row }) => row.projectId))]
  const owners = await readTableRows(
    tx,
    projects,
    sql`(select * from projects where tenant_id = ${ctx.tenantId}
      and project_id = any(${sql.param(projectIds)}::uuid[]) for update) p`,
  )
  const shop = await readShop(ctx, tx)
  return {
    now,
    nowMs: Math.ceil(now.getTime() / minuteMs) * minuteMs,
    readerZone: ctx.timeZone,
    operations: new Map(found.map((operation) => [operation.row.operationId, operation])),
    projects: new Map(owners.map((project) => [project.projectId, project])),
    shop,
    calendarOf: shopCalendars(shop, now.getTime() - pastMs).of,
  }
}
