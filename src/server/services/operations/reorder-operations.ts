import type { Operation } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { StaleError, ValidationError } from '../../errors.ts'
import { lockProject } from '../projects/lock-project.ts'
import { type LinkedOperation, presentOperation } from './operation-fields.ts'
import { selectOperations } from './select-operations.ts'
import { storeOperations } from './store-operations.ts'

/** Whether the operations still stand in this order; those of equal sequence stand in any. */
const stillInOrder = (known: ReadonlyMap<string, LinkedOperation>, ids: readonly string[]): boolean =>
  new Set(ids).size === known.size &&
  ids.length === known.size &&
  ids.every((id, index) => {
    const [before, own] = [known.get(ids[index - 1] ?? id), known.get(id)]
    return before !== undefined && own !== undefined && before.row.sequence <= own.row.sequence
  })

/**
 * Puts the operations of a project into the order given: 10, 20, 30, ...; each must be named exactly once (else 400). 412 when
 * the order that the reader saw (`expectedOperationIds`) is not the one it has now.
 */
export const reorderOperations = (
  ctx: TenantContext,
  {
    projectId,
    operationIds,
    expectedOperationIds,
  }: {
    projectId: string
    operationIds: readonly string[]
    expectedOperationIds?: readonly string[] | undefined
  },
): Promise<Operation[]> =>
  writeTenant(ctx, async (tx, record) => {
    const { version } = await lockProject(ctx, tx, projectId)
    const all = await selectOperations(ctx, tx, [projectId])
    const known = new Map(all.map((operation) => [operation.row.operationId, operation]))
    if (expectedOperationIds && !stillInOrder(known, expectedOperationIds)) throw new StaleError(version)
    const complete = new Set(operationIds).size === operationIds.length && operationIds.length === all.length
    if (!complete || operationIds.some((id) => !known.has(id))) {
      throw new ValidationError([
        { path: 'operationIds', message: 'Every operation of the project must be named exactly once' },
      ])
    }
    const ordered = operationIds.flatMap((id, index) => {
      const before = known.get(id)
      return before ? [{ before, after: { ...before, row: { ...before.row, sequence: (index + 1) * 10 } } }] : []
    })
    const moved = ordered.filter(({ before, after }) => before.row.sequence !== after.row.sequence)
    const stored = new Map((await storeOperations(ctx, tx, record, moved)).map((one) => [one.row.operationId, one]))
    return ordered.map(({ before }) => presentOperation(stored.get(before.row.operationId) ?? before))
  })
