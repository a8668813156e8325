import { and, eq, inArray } from 'drizzle-orm'
import type { Placement } from '#contract/placement.ts'
import type { OperationPlacement } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

/** What factors, warnings and reasons may name. */
interface Mention {
  readonly operationId?: string | null
  readonly categoryId?: string | null
  readonly operationIds?: readonly string[]
}

const mentionsOf = ({ factors, warnings, unplaced }: Placement): Mention[] =>
  [...factors, ...warnings, ...(unplaced ? [unplaced] : [])].map((said) => ({ ...said }) as Mention)

const present = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.filter((id) => id != null))]

/** Operation names carry their project's number, as planners speak of them: '#1037 Paint topcoat'. */
const namesOf = async (ctx: TenantContext, tx: Tx, placement: Placement): Promise<Record<string, string>> => {
  const mentions = mentionsOf(placement)
  const operationIds = present(
    mentions.flatMap(({ operationId, operationIds: several }) => [operationId, ...(several ?? [])]),
  )
  const categoryIds = present(mentions.map(({ categoryId }) => categoryId))
  const names: Record<string, string> = {}
  if (operationIds.length > 0) {
    const rows = await tx
      .select({ id: operations.operationId, name: operations.name, number: projects.projectNumber })
      .from(operations)
      .innerJoin(
        projects,
        and(eq(projects.tenantId, operations.tenantId), eq(projects.projectId, operations.projectId)),
      )
      .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, operationIds)))
    for (const { id, name, number } of rows) names[id] = `#${number} ${name}`
  }
  if (categoryIds.length > 0) {
    const rows = await tx
      .select({ id: categories.categoryId, name: categories.name })
      .from(categories)
      .where(and(eq(categories.tenantId, ctx.tenantId), inArray(categories.categoryId, categoryIds)))
    for (const { id, name } of rows) names[id] = name
  }
  return names
}

/** Why an operation starts when it does, as the last run said, with the names that a sentence needs. Throws 404. */
export const getPlacement = (ctx: TenantContext, input: { operationId: string }): Promise<OperationPlacement> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({
        operationId: plannedOperations.operationId,
        projectId: plannedOperations.projectId,
        placement: plannedOperations.placement,
      })
      .from(operationsInForce(ctx.tenantId, 'few'))
      .where(and(eq(plannedOperations.tenantId, ctx.tenantId), eq(plannedOperations.operationId, input.operationId)))
    if (!row) throw new NotFoundError('Operation not found.')
    return { ...row, names: row.placement ? await namesOf(ctx, tx, row.placement) : {} }
  })
