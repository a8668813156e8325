import { and, eq, inArray } from 'drizzle-orm'
import type { OperationPlacement } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { NotFoundError } from '../../errors.ts'
import { mentionedNames } from '../scheduling/mentioned-names.ts'

/** The reasons for the start of an operation from the last run, with the names that they mention. Throws 404. */
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
    const { factors = [], warnings = [], unplaced = null, others = [] } = row.placement ?? {}
    const names = await mentionedNames(ctx, tx, [...factors, ...warnings, ...others, ...(unplaced ? [unplaced] : [])])
    const named = await tx
      .select({ operationId: operations.operationId, projectId: operations.projectId })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, Object.keys(names))))
    const projectIds = Object.fromEntries(named.map(({ operationId, projectId }) => [operationId, projectId]))
    return { ...row, names, projectIds }
  })
