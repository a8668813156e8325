import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

const completed = sql`${operations.status} = 'Completed'`
const epochMs = (date: SQL) => sql<number | null>`(extract(epoch from ${date}) * 1000)::float8`

/** What a project's operations add up to, one row per project with operations. */
const figuresOf = (ctx: TenantContext, tx: Tx, where: SQL | undefined) =>
  tx
    .select({
      projectId: operations.projectId,
      operationCount: sql<number>`count(*)::int`.as('operation_count'),
      completedCount: sql<number>`(count(*) filter (where ${completed}))::int`.as('completed_count'),
      heldCount: sql<number>`(count(*) filter (where ${operations.onHold}))::int`.as('held_count'),
      hoursPlanned: sql<number>`sum(${operations.durationHours})`.as('hours_planned'),
      hoursDone: sql<number>`sum(${operations.durationHours} * ${operations.progressPercent} / 100)`.as('hours_done'),
      meanPercent: sql<number>`avg(${operations.progressPercent})`.as('mean_percent'),
      openEndMs: epochMs(sql`max(${operations.scheduledEndDate}) filter (where not ${completed})`).as('open_end_ms'),
      completedEndMs: epochMs(
        sql`max(coalesce(${operations.actualEndDate}, ${operations.scheduledEndDate})) filter (where ${completed})`,
      ).as('completed_end_ms'),
    })
    .from(operationsInForce(ctx.tenantId))
    .where(where)
    .groupBy(operations.projectId)
    .as('figures')

const running = sql<boolean>`(${operations.actualStartDate} is not null and not ${operations.onHold})`

/** The operation that runs now, else the next one: by schedule, then by sequence; held ones last. */
const currentOf = (ctx: TenantContext, tx: Tx) =>
  tx
    .select({
      operationId: operations.operationId,
      name: operations.name,
      categoryId: operations.categoryId,
      running: running.as('running'),
    })
    .from(operationsInForce(ctx.tenantId))
    .where(
      and(
        eq(operations.tenantId, projects.tenantId),
        eq(operations.projectId, projects.projectId),
        ne(operations.status, 'Completed'),
      ),
    )
    .orderBy(
      sql`${running} desc`,
      operations.onHold,
      sql`${operations.scheduledStartDate} nulls last`,
      operations.sequence,
      operations.operationId,
    )
    .limit(1)
    .as('current')

/** Projects with their figures, in one statement; all of them, or those of `projectIds`. */
export const selectProjects = async (ctx: TenantContext, tx: Tx, projectIds?: readonly string[]) => {
  const ids = projectIds && [...projectIds]
  const figures = figuresOf(
    ctx,
    tx,
    and(eq(operations.tenantId, ctx.tenantId), ids && inArray(operations.projectId, ids)),
  )
  const current = currentOf(ctx, tx)
  return tx
    .select({
      project: projects,
      figures: {
        operationCount: figures.operationCount,
        completedCount: figures.completedCount,
        heldCount: figures.heldCount,
        hoursPlanned: figures.hoursPlanned,
        hoursDone: figures.hoursDone,
        meanPercent: figures.meanPercent,
        openEndMs: figures.openEndMs,
        completedEndMs: figures.completedEndMs,
      },
      current: {
        operationId: current.operationId,
        name: current.name,
        categoryId: current.categoryId,
        running: current.running,
      },
    })
    .from(projects)
    .leftJoin(figures, eq(figures.projectId, projects.projectId))
    .leftJoinLateral(current, sql`true`)
    .where(and(eq(projects.tenantId, ctx.tenantId), ids && inArray(projects.projectId, ids)))
    .orderBy(sql`${projects.plannedShipDate} nulls last`, projects.projectNumber)
}

export type SelectedProject = Awaited<ReturnType<typeof selectProjects>>[number]

/** The zone in which the organisation's days begin and end. */
export const selectTimeZone = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const [row] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  return row?.timeZone ?? 'UTC'
}
