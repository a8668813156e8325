import * as contract from '#contract/operations.ts'
import { batchOperations, getOperation, listOperations } from '../../services/operations/read-operations.ts'
import { removeOperation } from '../../services/operations/remove-operation.ts'
import {
  addOperations,
  changeOperation,
  createOperation,
  moveOperations,
  reorderOperations,
  reportProgress,
} from '../../services/operations/write-operations.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const operationRoutes: readonly ServedRoute[] = [
  serve(
    contract.listProjectOperations,
    async ({ ctx, params }) => ({
      projectId: params.projectId,
      projectOperations: await listOperations(ctx, params),
    }),
    'afterForecast',
  ),
  serve(contract.listOperationsOfProject, ({ ctx, params }) => listOperations(ctx, params), 'afterForecast'),
  serve(contract.batchOperations, ({ ctx, query }) => batchOperations(ctx, query), 'afterForecast'),
  serve(contract.getOperation, ({ ctx, params }) => getOperation(ctx, params), 'afterForecast'),
  serve(contract.createOperation, ({ ctx, params, body }) => createOperation(ctx, { ...params, input: body })),
  serve(contract.addOperation, async ({ ctx, params: { projectId, operationId }, body }) => {
    const [added] = await addOperations(ctx, { projectId, edits: [{ operationId, input: body }] })
    if (!added) throw new Error('An operation that was added is not there')
    return added
  }),
  serve(contract.addOperations, ({ ctx, params: { projectId }, body }) =>
    addOperations(ctx, { projectId, edits: body.map(({ operationId, ...input }) => ({ operationId, input })) }),
  ),
  serve(contract.putOperation, ({ ctx, params, body, expectedVersion }) =>
    changeOperation(ctx, { ...params, input: body, expectedVersion }),
  ),
  serve(contract.postProgress, ({ ctx, params, body, expectedVersion }) =>
    reportProgress(ctx, { ...params, input: body, expectedVersion }),
  ),
  serve(contract.reorderOperations, ({ ctx, params: { projectId }, body }) =>
    reorderOperations(ctx, { projectId, ...body }),
  ),
  serve(contract.moveOperations, ({ ctx, body }) => moveOperations(ctx, body)),
  serve(contract.deleteOperation, async ({ ctx, params }) => {
    await removeOperation(ctx, params)
    return undefined
  }),
]
