import type { Operation } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { presentOperation } from './operation-fields.ts'
import { selectOperations } from './select-operations.ts'

export interface OperationPath {
  readonly projectId: string
  readonly operationId: string
}

/** One operation of a project; 404 when the project has none with this id. */
export const getOperation = async (
  ctx: TenantContext,
  { projectId, operationId }: OperationPath,
): Promise<Operation> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const [found] = await selectOperations(ctx, tx, [projectId], [operationId])
    if (!found) throw new NotFoundError()
    return presentOperation(found)
  })
}
