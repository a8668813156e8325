import type { Operation, OperationInput } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { presentOperation } from './operation-fields.ts'
import { saveOperations } from './save-operations.ts'

type Move = Pick<OperationInput, 'scheduledStartDate' | 'scheduledEndDate' | 'pinned'> & {
  readonly operationId: string
  readonly expectedVersion?: number | undefined
}

/** New places for several operations of a project, all or none; 404, 412, 422 as for one. */
export const moveOperations = (
  ctx: TenantContext,
  { projectId, moves }: { readonly projectId: string; readonly moves: readonly Move[] },
): Promise<Operation[]> =>
  writeTenant(ctx, async (tx, record) => {
    const edits = moves.map(({ operationId, expectedVersion, ...input }) => ({ operationId, expectedVersion, input }))
    return (await saveOperations(ctx, tx, record, projectId, edits, 'change')).map(presentOperation)
  })
