import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

const completed = sql`${operations.status} = 'Completed'`
const epochMs = (date: SQL) => sql<number | null>`(extract(epoch from ${date}) * 1000)::float8`

const running = sql<boolean>`(${operations.actualStartDate} is not null and not ${operations.onHold})`
const keyDigits = 14

/**
 * The operation that runs now, else the next one, by schedule, then by sequence; held ones last: the least of these texts.
 * One pass over the operations finds it beside the sums, where a look per project took as long as everything else.
 */
const currentKey = sql<string | null>`min((
  case when ${running} then '0' else '1' end || case when ${operations.onHold} then '1' else '0' end
  || coalesce(lpad(greatest((extract(epoch from ${operations.scheduledStartDate}) * 1000)::bigint, 0)::text, ${keyDigits}, '0'), 'x')
  || lpad(${operations.sequence}::text, ${keyDigits}, '0') || ${operations.operationId}::text) collate "C")
  filter (where not ${completed})`

type Figures = Awaited<ReturnType<typeof selectFigures>>[number]

/** What a project's operations add up to, one row per project with operations. */
const selectFigures = (ctx: TenantContext, tx: Tx, ids: readonly string[] | undefined) =>
  tx
    .select({
      projectId: operations.projectId,
      operationCount: sql<number>`count(*)::int`,
      completedCount: sql<number>`(count(*) filter (where ${completed}))::int`,
      heldCount: sql<number>`(count(*) filter (where ${operations.onHold}))::int`,
      hoursPlanned: sql<number>`sum(${operations.durationHours})`,
      hoursDone: sql<number>`sum(${operations.durationHours} * ${operations.progressPercent} / 100)`,
      meanPercent: sql<number>`avg(${operations.progressPercent})`,
      openEndMs: epochMs(sql`max(${operations.scheduledEndDate}) filter (where not ${completed})`),
      completedEndMs: epochMs(
        sql`max(coalesce(${operations.actualEndDate}, ${operations.scheduledEndDate})) filter (where ${completed})`,
      ),
      currentKey,
    })
    .from(operationsInForce(ctx.tenantId))
    .where(and(eq(operations.tenantId, ctx.tenantId), ids && inArray(operations.projectId, [...ids])))
    .groupBy(operations.projectId)

const operationIdOf = (key: string): string => key.slice(-36)

/** Names of the operations that are current, by id. */
const selectCurrent = async (ctx: TenantContext, tx: Tx, figures: readonly Figures[]) => {
  const ids = figures.flatMap((row) => (row.currentKey === null ? [] : [operationIdOf(row.currentKey)]))
  const rows = await tx
    .select({ operationId: operations.operationId, name: operations.name, categoryId: operations.categoryId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), sql`${operations.operationId} = any(${sql.param(ids)}::uuid[])`))
  return new Map(rows.map((row) => [row.operationId, row]))
}

/**
 * Projects with their figures; all of them, or those of `projectIds`. Put together here rather than joined: a database
 * without statistics compares every project with every row of figures.
 */
export const selectProjects = async (ctx: TenantContext, tx: Tx, projectIds?: readonly string[]) => {
  const rows = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), projectIds && inArray(projects.projectId, [...projectIds])))
    .orderBy(sql`${projects.plannedShipDate} nulls last`, projects.projectNumber)
  const figures = await selectFigures(ctx, tx, projectIds)
  const current = await selectCurrent(ctx, tx, figures)
  const figuresOf = new Map(figures.map((row) => [row.projectId, row]))
  return rows.map((project) => {
    const sums = figuresOf.get(project.projectId) ?? null
    const operation = sums?.currentKey ? current.get(operationIdOf(sums.currentKey)) : undefined
    return {
      project,
      figures: sums,
      current: operation ? { ...operation, running: sums?.currentKey?.startsWith('0') ?? false } : null,
    }
  })
}

export type SelectedProject = Awaited<ReturnType<typeof selectProjects>>[number]

/** The zone in which the organisation's days begin and end. */
export const selectTimeZone = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const [row] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  return row?.timeZone ?? 'UTC'
}
