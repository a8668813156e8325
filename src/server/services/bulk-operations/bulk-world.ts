import { and, eq, inArray } from 'drizzle-orm'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { BookShop } from '../operation-lists/plan-book.ts'
import { readShop } from '../operation-lists/read-plan-book.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/select-operations.ts'
import type { ProjectRow } from '../projects/project-fields.ts'

const minuteMs = 60_000
const pastMs = 400 * 86_400_000

/** The records a bulk action works on, read under the organisation's lock. */
export interface BulkWorld {
  readonly now: Date
  /** First full minute from now on. */
  readonly nowMs: number
  readonly operations: ReadonlyMap<string, LinkedOperation>
  readonly projects: ReadonlyMap<string, ProjectRow>
  readonly shop: BookShop
  readonly calendarOf: (categoryId: string | null) => WorkCalendar
}

/** True when the scheduler leaves the project alone. */
export const isClosed = (project: ProjectRow): boolean => unscheduledPhases.includes(effectivePhase(project))

/** Operations of the ids that are there, with their projects, working time and work centres. */
export const readBulkWorld = async (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<BulkWorld> => {
  const places = await tx
    .selectDistinct({ projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, [...ids])))
  const projectIds = places.map(({ projectId }) => projectId)
  const found = projectIds.length === 0 ? [] : await selectOperations(ctx, tx, projectIds, ids)
  const owners =
    projectIds.length === 0
      ? []
      : await tx
          .select()
          .from(projects)
          .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, projectIds)))
          .for('update')
  const now = ctx.app.now()
  const shop = await readShop(ctx, tx)
  const { organisation, byCategory } = shopCalendars(shop, now.getTime() - pastMs)
  return {
    now,
    nowMs: Math.ceil(now.getTime() / minuteMs) * minuteMs,
    operations: new Map(found.map((operation) => [operation.row.operationId, operation])),
    projects: new Map(owners.map((project) => [project.projectId, project])),
    shop,
    calendarOf: (categoryId) => byCategory.get(categoryId ?? '') ?? organisation,
  }
}
