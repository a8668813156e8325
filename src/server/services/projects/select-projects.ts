import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projectForecasts } from '../../db/tables/forecasts.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { isCompletedSql } from '../operations/is-completed-sql.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import type { ProjectRange } from '../scheduling-runs/read-in-parts.ts'

const completed = isCompletedSql('operations')
const epochMs = (date: SQL) => sql<number | null>`(extract(epoch from ${date}) * 1000)::float8`

const running = sql<boolean>`(${plannedOperations.actualStartDate} is not null and not ${plannedOperations.onHold})`
const keyDigits = 14

/**
 * The operation that runs now, else the next one, by schedule, then by sequence; held ones last: the least of these texts.
 * One pass over the operations finds it beside the sums, where a look per project took as long as everything else.
 */
const currentKey = sql<string | null>`min((
  case when ${running} then '0' else '1' end || case when ${plannedOperations.onHold} then '1' else '0' end
  || coalesce(lpad(greatest((extract(epoch from ${plannedOperations.scheduledStartDate}) * 1000)::bigint, 0)::text, ${keyDigits}, '0'), 'x')
  || lpad(${plannedOperations.sequence}::text, ${keyDigits}, '0') || ${plannedOperations.operationId}::text) collate "C")
  filter (where not ${completed})`

type Figures = Awaited<ReturnType<typeof selectSums>>[number]
type CurrentOperation = Pick<typeof operations.$inferSelect, 'operationId' | 'name' | 'categoryId'>

/** What the operations of some projects add up to, one row per project with operations. */
const selectSums = (ctx: TenantContext, tx: Tx, ofProjects: SQL | undefined) =>
  tx
    .select({
      projectId: plannedOperations.projectId,
      operationCount: sql<number>`count(*)::int`,
      completedCount: sql<number>`(count(*) filter (where ${completed}))::int`,
      heldCount: sql<number>`(count(*) filter (where ${plannedOperations.onHold}))::int`,
      hoursPlanned: sql<number>`sum(${plannedOperations.durationHours})`,
      hoursDone: sql<number>`sum(${plannedOperations.durationHours} * ${plannedOperations.progressPercent} / 100)`,
      meanPercent: sql<number>`avg(${plannedOperations.progressPercent})`,
      openEndMs: epochMs(sql`max(${plannedOperations.scheduledEndDate}) filter (where not ${completed})`),
      completedEndMs: epochMs(
        sql`max(coalesce(${plannedOperations.actualEndDate}, ${plannedOperations.scheduledEndDate})) filter (where ${completed})`,
      ),
      currentKey,
    })
    .from(operationsInForce(ctx.tenantId, ofProjects ? 'few' : 'all'))
    .where(and(eq(plannedOperations.tenantId, ctx.tenantId), ofProjects))
    .groupBy(plannedOperations.projectId)

const operationIdOf = (key: string): string => key.slice(-36)

/** The operations that are current. */
const selectCurrent = async (ctx: TenantContext, tx: Tx, sums: readonly Figures[]): Promise<CurrentOperation[]> => {
  const ids = sums.flatMap((row) => (row.currentKey === null ? [] : [operationIdOf(row.currentKey)]))
  if (ids.length === 0) return []
  return tx
    .select({ operationId: operations.operationId, name: operations.name, categoryId: operations.categoryId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), sql`${operations.operationId} = any(${sql.param(ids)}::uuid[])`))
}

export interface ProjectFigures {
  readonly sums: readonly Figures[]
  readonly current: readonly CurrentOperation[]
}

/** Figures of the projects in a range of ids. */
export const selectFigures = async (ctx: TenantContext, tx: Tx, range: ProjectRange): Promise<ProjectFigures> => {
  const sums = await selectSums(
    ctx,
    tx,
    range ? between(plannedOperations.projectId, range.first, range.last) : undefined,
  )
  return { sums, current: await selectCurrent(ctx, tx, sums) }
}

const rowColumns = { project: projects, forecast: projectForecasts }
const ownForecast = and(
  eq(projectForecasts.tenantId, projects.tenantId),
  eq(projectForecasts.projectId, projects.projectId),
)

/** Projects with what following the plan means for them, by ship date. */
export const selectProjectRows = (ctx: TenantContext, tx: Tx) =>
  tx
    .select(rowColumns)
    .from(projects)
    .leftJoin(projectForecasts, ownForecast)
    .where(eq(projects.tenantId, ctx.tenantId))
    .orderBy(sql`${projects.plannedShipDate} nulls last`, projects.projectNumber)

type ProjectRow = Awaited<ReturnType<typeof selectProjectRows>>[number]

/**
 * Rows and their figures. Put together here rather than joined: a database without statistics compares every project with
 * every row of figures.
 */
export const withFigures = (rows: readonly ProjectRow[], parts: readonly ProjectFigures[]) => {
  const sumsOf = new Map(parts.flatMap(({ sums }) => sums.map((row) => [row.projectId, row] as const)))
  const currentOf = new Map(parts.flatMap(({ current }) => current.map((row) => [row.operationId, row] as const)))
  return rows.map(({ project, forecast }) => {
    const figures = sumsOf.get(project.projectId) ?? null
    const operation = figures?.currentKey ? currentOf.get(operationIdOf(figures.currentKey)) : undefined
    return {
      project,
      forecast,
      figures,
      current: operation ? { ...operation, running: figures?.currentKey?.startsWith('0') ?? false } : null,
    }
  })
}

export type SelectedProject = ReturnType<typeof withFigures>[number]

/** One project with its figures, and the zone in which the organisation's days begin; null when there is no such project. */
export const selectProject = async (ctx: TenantContext, tx: Tx, projectId: string) => {
  const [[found], figures] = await Promise.all([
    tx
      .select({ ...rowColumns, zone: tenants.timeZone })
      .from(projects)
      .leftJoin(projectForecasts, ownForecast)
      .innerJoin(tenants, eq(tenants.tenantId, projects.tenantId))
      .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId))),
    selectFigures(ctx, tx, { first: projectId, last: projectId }),
  ])
  if (!found) return null
  const [selected] = withFigures([found], [figures])
  return selected ? { ...selected, zone: found.zone } : null
}

/** Some projects with their figures. */
export const selectProjects = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[]) => {
  const ids = sql`any(${sql.param(projectIds)}::uuid[])`
  const rows = await tx
    .select(rowColumns)
    .from(projects)
    .leftJoin(projectForecasts, ownForecast)
    .where(and(eq(projects.tenantId, ctx.tenantId), sql`${projects.projectId} = ${ids}`))
  const sums = await selectSums(ctx, tx, sql`${plannedOperations.projectId} = ${ids}`)
  return withFigures(rows, [{ sums, current: await selectCurrent(ctx, tx, sums) }])
}

/** The zone in which the organisation's days begin and end. */
export const selectTimeZone = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const [row] = await tx.select({ timeZone: tenants.timeZone }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  return row?.timeZone ?? 'UTC'
}
