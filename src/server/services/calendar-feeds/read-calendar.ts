import { and, eq, type SQL, sql } from 'drizzle-orm'
import { calendarFeedLimits } from '#contract/calendar-feeds.ts'
import type { OperationStatus } from '#contract/vocabulary.ts'
import { type IcsEvent, writeIcs } from '#domain/calendar-feeds/write-ics.ts'
import { dayMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql, operationsInForce } from '../../db/operations-in-force.ts'
import { epochMs, instantOf, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError } from '../../errors.ts'
import { scheduledProjects } from '../operations/planned-work.ts'
import type { FeedSubject } from './find-feed.ts'

interface PlannedRow {
  readonly operationId: string
  readonly name: string
  readonly status: OperationStatus
  readonly progress: number
  readonly version: number
  readonly startMs: number
  readonly endMs: number
  readonly modifiedMs: number
  readonly categoryName: string | null
  readonly projectNumber: string
  readonly projectName: string
}

const projectTitle = (number: string, name: string): string => `#${number} ${name || 'Unnamed Project'}`

/** Open work of the plan in force that ended at most four weeks ago, the earliest first. */
const readWork = (ctx: TenantContext, tx: Tx, isWanted: SQL): Promise<PlannedRow[]> => {
  const { daysBack, events } = calendarFeedLimits
  const earliestEnd = instantOf(ctx.app.now().getTime() - daysBack * dayMs)
  return readJson<PlannedRow>(
    tx,
    sql`select json_build_object('operationId', operations.operation_id, 'name', operations.name,
        'status', operations.status, 'progress', operations.progress_percent, 'version', operations.version,
        'startMs', ${epochMs(sql`operations.scheduled_start_date`)}, 'endMs', ${epochMs(sql`operations.scheduled_end_date`)},
        'modifiedMs', ${epochMs(sql`operations.modified_at`)}, 'categoryName', c.name,
        'projectNumber', p.project_number, 'projectName', p.project_name) as r
      from ${operationsInForce(ctx.tenantId, 'few')}
      join projects p on p.tenant_id = ${ctx.tenantId} and p.project_id = operations.project_id
      left join categories c on c.tenant_id = ${ctx.tenantId} and c.category_id = operations.category_id
      where ${isWanted} and not ${isCompletedSql('operations')} and operations.scheduled_start_date is not null
        and operations.scheduled_end_date >= ${earliestEnd} and operations.project_id in (${scheduledProjects(ctx)})
      order by operations.scheduled_start_date, operations.operation_id limit ${events}`,
  )
}

const eventOf = (tenantId: string, row: PlannedRow): IcsEvent => ({
  // Two organizations may use the same id for an operation.
  uid: `${row.operationId}@${tenantId}`,
  startMs: row.startMs,
  endMs: row.endMs,
  summary: `${projectTitle(row.projectNumber, row.projectName)}: ${row.name}`,
  location: row.categoryName ?? '',
  description: `Status: ${row.status}\nProgress: ${Math.round(row.progress)}%`,
  sequence: row.version,
  modifiedMs: row.modifiedMs,
})

/** The name of what the feed shows, and which operations those are; 404 when it was deleted. */
const subjectOf = async (ctx: TenantContext, tx: Tx, { categoryId, projectId }: FeedSubject) => {
  if (projectId !== null) {
    const [project] = await tx
      .select({ number: projects.projectNumber, name: projects.projectName })
      .from(projects)
      .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    if (!project) throw new NotFoundError()
    return { name: projectTitle(project.number, project.name), isWanted: sql`operations.project_id = ${projectId}` }
  }
  const [category] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), sql`category_id = ${categoryId}`))
  if (!category) throw new NotFoundError()
  return {
    name: category.name,
    isWanted: sql`(operations.category_id = ${categoryId} or operations.pool_id = ${categoryId})`,
  }
}

/**
 * The planned work of a feed as iCalendar text: scheduled open operations of projects that are scheduled, at most 5,000. The
 * text changes only when the plan does.
 */
export const readCalendar = (ctx: TenantContext, feed: FeedSubject): Promise<string> =>
  readTenant(ctx, async (tx) => {
    const { name, isWanted } = await subjectOf(ctx, tx, feed)
    const rows = await readWork(ctx, tx, isWanted)
    return writeIcs({ name, zone: ctx.timeZone, events: rows.map((row) => eventOf(ctx.tenantId, row)) })
  })
