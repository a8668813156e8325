import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Operation, OperationDetails } from '#contract/operations.ts'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { operationOdds } from '../../db/tables/odds.table.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import type { StoredOdds } from '../forecasts/present-outlook.ts'
import { readTimeSums } from '../work-time/sum-times.ts'
import { type LinkedOperation, presentOperation } from './operation-fields.ts'

/** The stored odds of the operations, by operation id. */
const selectOdds = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: string[],
  operationIds: string[] | undefined,
): Promise<Map<string, StoredOdds>> => {
  const rows = await tx
    .select({ ...getTableColumns(operationOdds), gap: categories.name })
    .from(operationOdds)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, operationOdds.tenantId), eq(operations.operationId, operationOdds.operationId)),
    )
    .leftJoin(
      categories,
      and(eq(categories.tenantId, operationOdds.tenantId), eq(categories.categoryId, operationOdds.unknownAt)),
    )
    .where(
      and(
        eq(operationOdds.tenantId, ctx.tenantId),
        inArray(operations.projectId, projectIds),
        operationIds && inArray(operationOdds.operationId, operationIds),
      ),
    )
  const ms = (date: Date | null): number | null => date?.getTime() ?? null
  return new Map(
    rows.map(({ operationId, p10, p50, p80, p90, needByChance, gap }) => [
      operationId,
      { p10Ms: ms(p10), p50Ms: ms(p50), p80Ms: ms(p80), p90Ms: ms(p90), needByChance, gap },
    ]),
  )
}

/**
 * Operations of some projects (or those of `operationIds` in them) with their dependencies, by project and sequence.
 * Always the same number of statements.
 */
export const selectOperations = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: readonly string[],
  operationIds?: readonly string[],
): Promise<LinkedOperation[]> => {
  const ids = [...projectIds]
  const only = operationIds && [...operationIds]
  const [rows, links, forecasts, odds] = await Promise.all([
    tx
      .select(getTableColumns(plannedOperations))
      .from(operationsInForce(ctx.tenantId, 'few'))
      .where(
        and(
          eq(plannedOperations.tenantId, ctx.tenantId),
          inArray(plannedOperations.projectId, ids),
          only && inArray(plannedOperations.operationId, only),
        ),
      )
      .orderBy(asc(plannedOperations.projectId), asc(plannedOperations.sequence), asc(plannedOperations.operationId)),
    tx
      .select()
      .from(operationDependencies)
      .where(
        and(
          eq(operationDependencies.tenantId, ctx.tenantId),
          inArray(operationDependencies.projectId, ids),
          only && inArray(operationDependencies.operationId, only),
        ),
      )
      .orderBy(asc(operationDependencies.position), asc(operationDependencies.predecessorId)),
    tx
      .select(getTableColumns(operationForecasts))
      .from(operationForecasts)
      .innerJoin(
        operations,
        and(
          eq(operations.tenantId, operationForecasts.tenantId),
          eq(operations.operationId, operationForecasts.operationId),
        ),
      )
      .where(
        and(
          eq(operationForecasts.tenantId, ctx.tenantId),
          inArray(operations.projectId, ids),
          only && inArray(operationForecasts.operationId, only),
        ),
      ),
    selectOdds(ctx, tx, ids, only),
  ])
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent } of links) {
    const list = byOperation.get(operationId) ?? []
    byOperation.set(operationId, [...list, { predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent }])
  }
  const forecastOf = new Map(forecasts.map((forecast) => [forecast.operationId, forecast]))
  return rows.map((row) => ({
    row,
    dependencies: byOperation.get(row.operationId) ?? [],
    forecast: forecastOf.get(row.operationId) ?? null,
    odds: odds.get(row.operationId) ?? null,
  }))
}

const knownProjects = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, [...projectIds])))
  return new Set(rows.map(({ projectId }) => projectId))
}

/** The operations of one project, by sequence; 404 when the organization has no such project. */
export const listOperations = async (
  ctx: TenantContext,
  { projectId }: { projectId: string },
): Promise<Operation[]> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const found = await selectOperations(ctx, tx, [projectId])
    if (found.length === 0 && (await knownProjects(ctx, tx, [projectId])).size === 0) throw new NotFoundError()
    return found.map(presentOperation)
  })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const allZero = '00000000-0000-0000-0000-000000000000'
const noValidIds = 'No valid project IDs provided for batch request'

/**
 * Operations of several projects, in the requested order. Ids that are no UUIDs or all zeros are left out (400 if none is
 * left, specification 5). Ids that the organization does not know are omitted silently.
 */
export const batchOperations = async (
  ctx: TenantContext,
  input: { projectIds: readonly string[] },
): Promise<{ projectId: string; projectOperations: Operation[] }[]> => {
  const asked = new Set(input.projectIds.map((id) => id.toLowerCase()).filter((id) => uuid.test(id) && id !== allZero))
  if (asked.size === 0) throw new AppError('bad_request', noValidIds)
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const known = await knownProjects(ctx, tx, [...asked])
    if (known.size === 0) return []
    const found = Map.groupBy(await selectOperations(ctx, tx, [...known]), ({ row }) => row.projectId)
    return [...asked]
      .filter((projectId) => known.has(projectId))
      .map((projectId) => ({ projectId, projectOperations: (found.get(projectId) ?? []).map(presentOperation) }))
  })
}

export interface OperationPath {
  readonly projectId: string
  readonly operationId: string
}

/** One operation of a project, with its actual hours; 404 when the project has none with this id. */
export const getOperation = async (
  ctx: TenantContext,
  { projectId, operationId }: OperationPath,
): Promise<OperationDetails> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const [found] = await selectOperations(ctx, tx, [projectId], [operationId])
    if (!found) throw new NotFoundError()
    const { row } = found
    const timed = {
      ...row,
      startMs: row.actualStartDate?.getTime() ?? null,
      endMs: row.actualEndDate?.getTime() ?? null,
    }
    const asOf = { tenantId: ctx.tenantId, nowMs: ctx.app.now().getTime() }
    const time = (await readTimeSums(tx, asOf, [timed])).get(operationId)
    return {
      ...presentOperation(found),
      actualHours: time?.actualHours ?? null,
      actualIncludesWaiting: time?.includesWaiting ?? false,
    }
  })
}
