import type { Operation, OperationInput } from '#contract/operations.ts'
import type { TenantContext } from '#server/context.ts'
import { createOperation } from '#server/services/operations/write-operations.ts'

/** Stores an operation at the end of a project through its service. */
export const buildOperation = (
  ctx: TenantContext,
  projectId: string,
  overrides: OperationInput = {},
): Promise<Operation> => createOperation(ctx, { projectId, input: { name: 'Cut', durationHours: 8, ...overrides } })

/** Stores operations, each of which waits for the previous one. */
export const buildChain = async (
  ctx: TenantContext,
  projectId: string,
  names: readonly string[],
): Promise<Operation[]> => {
  const chain: Operation[] = []
  for (const name of names) {
    const dependsOnOperationId = chain.at(-1)?.operationId
    chain.push(await buildOperation(ctx, projectId, { name, dependsOnOperationId }))
  }
  return chain
}
