import { randomUUID } from 'node:crypto'
import type { Operation, OperationInput } from '#contract/operations.ts'
import type { TenantContext } from '../../context.ts'
import { addOperations } from './add-operations.ts'

/** Creates an operation at the end of a project (or at the sequence given). */
export const createOperation = async (
  ctx: TenantContext,
  { projectId, input }: { projectId: string; input: OperationInput },
): Promise<Operation> => {
  const [created] = await addOperations(ctx, { projectId, edits: [{ operationId: randomUUID(), input }] })
  if (!created) throw new Error('An operation that was created is not there')
  return created
}
