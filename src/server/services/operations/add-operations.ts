import type { Operation } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { presentOperation } from './operation-fields.ts'
import { type OperationEdit, saveOperations } from './save-operations.ts'

/** Adds operations to a project, or dependencies to those that are there (specification 7.2); all or none. */
export const addOperations = (
  ctx: TenantContext,
  { projectId, edits }: { projectId: string; edits: readonly OperationEdit[] },
): Promise<Operation[]> =>
  writeTenant(ctx, async (tx, record) =>
    (await saveOperations(ctx, tx, record, projectId, edits, 'add')).map(presentOperation),
  )
