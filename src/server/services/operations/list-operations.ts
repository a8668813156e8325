import { and, eq, inArray } from 'drizzle-orm'
import type { Operation } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { presentOperation } from './operation-fields.ts'
import { selectOperations } from './select-operations.ts'

const knownProjects = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, [...projectIds])))
  return new Set(rows.map(({ projectId }) => projectId))
}

/** The operations of one project, by sequence; 404 when the organisation has no such project. */
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
 * Operations of several projects, in the order asked for. Ids that are not UUIDs and the all-zero one are left out
 * (none left: 400, specification 5); ids the organisation does not know are omitted without a word.
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
