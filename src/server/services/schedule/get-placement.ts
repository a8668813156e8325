import { and, eq } from 'drizzle-orm'
import type { OperationPlacement } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { mentionedNames } from './mentioned-names.ts'

/** Why an operation starts when it does, as the last run said, with the names that a sentence needs. Throws 404. */
export const getPlacement = (ctx: TenantContext, input: { operationId: string }): Promise<OperationPlacement> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({
        operationId: operations.operationId,
        projectId: operations.projectId,
        placement: operations.placement,
      })
      .from(operationsInForce(ctx.tenantId))
      .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.operationId, input.operationId)))
    if (!row) throw new NotFoundError('Operation not found.')
    const { factors = [], warnings = [], unplaced = null } = row.placement ?? {}
    return { ...row, names: await mentionedNames(ctx, tx, [...factors, ...warnings, ...(unplaced ? [unplaced] : [])]) }
  })
