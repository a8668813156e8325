import { type BulkTarget, maxBulkRows } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import { ConflictError, RuleError } from '../../errors.ts'
import { selectOperationIds } from '../operation-lists/select-operations-list.ts'

export interface TargetRow {
  readonly operationId: string
  readonly expectedVersion: number | null
}

/**
 * The rows of a bulk action, each once. A filter is evaluated now: 409 if it matches another number of rows than the reader
 * saw, 422 beyond 2,000 rows.
 */
export const readTarget = async (ctx: TenantContext, target: BulkTarget): Promise<TargetRow[]> => {
  if ('operations' in target) {
    const rows = target.operations.map(({ operationId, expectedVersion = null }) => ({ operationId, expectedVersion }))
    return [...new Map(rows.map((row) => [row.operationId, row])).values()]
  }
  const except = new Set(target.except)
  const ids = (await selectOperationIds(ctx, target.filter)).filter((id) => !except.has(id))
  if (target.expectedTotal !== undefined && target.expectedTotal !== ids.length) {
    throw new ConflictError(
      `${ids.length} operations match now instead of ${target.expectedTotal}. Check the list again before changing them all.`,
    )
  }
  if (ids.length > maxBulkRows) {
    throw new RuleError(`${ids.length} operations match; at most ${maxBulkRows} can be changed at once.`)
  }
  return ids.map((operationId) => ({ operationId, expectedVersion: null }))
}
