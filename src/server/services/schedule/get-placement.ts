import { and, eq } from 'drizzle-orm'
import type { OperationPlacement } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readTenant } from '../../db/read-tenant.ts'
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
    const { factors = [], warnings = [], unplaced = null } = row.placement ?? {}
    return { ...row, names: await mentionedNames(ctx, tx, [...factors, ...warnings, ...(unplaced ? [unplaced] : [])]) }
  })
