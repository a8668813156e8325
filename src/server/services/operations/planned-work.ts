import { type SQL, sql } from 'drizzle-orm'
import { type ProjectPhase, unscheduledPhases } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import { isCompletedSql, operationsInForce } from '../../db/operations-in-force.ts'

/** The effective phase of a project in SQL, as `effectivePhase`: a status alone can also hold or complete a project. */
export const effectivePhaseSql: SQL = sql`case when current_phase in ('submittals', 'engineering', 'production')
  then case status when 'Completed' then 'complete' when 'On Hold' then 'on_hold' else current_phase end
  else current_phase end`

const quoted = (phases: readonly string[]): SQL =>
  sql.join(
    phases.map((phase) => sql`${phase}`),
    sql`, `,
  )

/** SQL condition: a project is scheduled and, if given, in this phase. */
const isScheduled = (phase?: ProjectPhase): SQL =>
  sql`(${effectivePhaseSql}) not in (${quoted(unscheduledPhases)}) ${phase ? sql`and current_phase = ${phase}` : sql``}`

/** Ids of scheduled projects. */
export const scheduledProjects = (ctx: TenantContext, phase?: ProjectPhase): SQL =>
  sql`select project_id from projects where tenant_id = ${ctx.tenantId} and ${isScheduled(phase)}`

/** Remaining hours of an operation. */
export const leftHours: SQL = sql`(duration_hours * (100 - progress_percent) / 100)`

/** Finished hours of an operation: its whole estimate once it is completed. */
export const doneHours: SQL = sql`(case when ${isCompletedSql()} then duration_hours
  else duration_hours * progress_percent / 100 end)`

/** The actual start of an operation, else its planned start. */
export const begunAt: SQL = sql`coalesce(actual_start_date, scheduled_start_date)`

/** The SQL of `shownEnd` for these columns. LEAST and GREATEST ignore what is null, so work without a scheduled end needs a case of its own. */
export const shownEndSql = (actualStart: SQL, actualEnd: SQL, scheduledEnd: SQL): SQL =>
  sql`coalesce(${actualEnd}, case when ${scheduledEnd} is not null then greatest(${scheduledEnd}, ${actualStart}) end)`

/** The end with which an operation is drawn. */
export const shownEndAt: SQL = shownEndSql(sql`actual_start_date`, sql`actual_end_date`, sql`scheduled_end_date`)

interface WorkFilter {
  before: SQL
  phase?: ProjectPhase | undefined
  categoryId?: string | undefined
}

/** Operations with the `resource_id` of their work center, and once more with that of their pool. */
const operationsByResource = (ctx: TenantContext): SQL =>
  sql`${operationsInForce(ctx.tenantId)} cross join lateral (values (category_id), (pool_id)) as resources(resource_id)`

const atResource = (categoryId: string | undefined): SQL =>
  categoryId ? sql`resource_id = ${categoryId}` : sql`resource_id is not null`

/**
 * Operations at a work center or pool that were worked on between two instants, whatever the phase of their project is now. To select
 * from.
 */
export const doneWork = (ctx: TenantContext, { after, before, phase, categoryId }: WorkFilter & { after: SQL }): SQL =>
  sql`${operationsByResource(ctx)} where (actual_end_date > ${after} or (actual_end_date is null and progress_percent > 0))
    and ${begunAt} < ${before}
    and ${atResource(categoryId)}
    ${phase ? sql`and project_id in (select project_id from projects where tenant_id = ${ctx.tenantId} and current_phase = ${phase})` : sql``}`

/**
 * Planned work (`isPlannedWork`) with planned dates and a work center or pool that begins before `before`: open operations of scheduled
 * projects that are not on hold. To select from.
 */
export const plannedWork = (ctx: TenantContext, { before, phase, categoryId }: WorkFilter): SQL =>
  sql`${operationsByResource(ctx)} where not ${isCompletedSql()} and not on_hold and ${begunAt} < ${before}
    and scheduled_end_date is not null and ${atResource(categoryId)}
    and project_id in (${scheduledProjects(ctx, phase)})`
