import type { Operation } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { presentOperation } from './operation-fields.ts'
import { type OperationEdit, saveOperations } from './save-operations.ts'

/** Changes one operation: its form, a new place in the plan, hold and release, or progress. */
export const changeOperation = (
  ctx: TenantContext,
  { projectId, ...edit }: OperationEdit & { readonly projectId: string },
): Promise<Operation> =>
  writeTenant(ctx, async (tx, record) => {
    const [changed] = await saveOperations(ctx, tx, record, projectId, [edit], 'change')
    if (!changed) throw new NotFoundError()
    return presentOperation(changed)
  })
