import type { Operation, OperationInput } from '#contract/operations.ts'

/** What of an operation repeats when the same product is made again. */
export type RepeatedOperation = Pick<
  Operation,
  | 'operationId'
  | 'name'
  | 'description'
  | 'durationHours'
  | 'categoryId'
  | 'categoryFixed'
  | 'poolId'
  | 'alternatives'
  | 'sequence'
  | 'setupHours'
  | 'hoursPerPiece'
  | 'quantity'
  | 'setupFamily'
  | 'dependencies'
  | 'dependencyLagHours'
  | 'dependencyLagUnits'
  | 'dependencyMaxLagHours'
  | 'dependencyOverlapPercent'
>

/** The part of an operation that repeats. */
export const repeatable = (operation: RepeatedOperation): RepeatedOperation => ({
  operationId: operation.operationId,
  name: operation.name,
  description: operation.description,
  durationHours: operation.durationHours,
  categoryId: operation.categoryId,
  categoryFixed: operation.categoryFixed,
  poolId: operation.poolId,
  alternatives: operation.alternatives,
  sequence: operation.sequence,
  setupHours: operation.setupHours,
  hoursPerPiece: operation.hoursPerPiece,
  quantity: operation.quantity,
  setupFamily: operation.setupFamily,
  dependencies: operation.dependencies,
  dependencyLagHours: operation.dependencyLagHours,
  dependencyLagUnits: operation.dependencyLagUnits,
  dependencyMaxLagHours: operation.dependencyMaxLagHours,
  dependencyOverlapPercent: operation.dependencyOverlapPercent,
})

interface NewOperation {
  readonly operationId: string
  readonly input: OperationInput
}

/**
 * The same operations with the same links under new ids: without dates, progress, holds, notes and material. `quantity`: the pieces of
 * those with hours per piece; undefined = as many as there. `newId` gives the id of each, in their order.
 */
export const repeatOperations = (
  operations: readonly RepeatedOperation[],
  quantity: number | undefined,
  newId: () => string,
): NewOperation[] => {
  const newIds = new Map(operations.map(({ operationId }) => [operationId, newId()]))
  const idOf = (operationId: string): string => {
    const id = newIds.get(operationId)
    if (id === undefined) throw new Error('A predecessor is not one of the operations')
    return id
  }
  const renamed = <T>(byId: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byId).map(([operationId, value]) => [idOf(operationId), value]))
  return operations.map((operation) => {
    const { operationId, dependencies, durationHours, setupHours, hoursPerPiece, ...same } = operation
    const { name, description, categoryId, categoryFixed, poolId, alternatives, sequence, setupFamily } = same
    const isSum = setupHours !== null || hoursPerPiece !== null
    return {
      operationId: idOf(operationId),
      input: {
        name,
        description,
        categoryId,
        categoryFixed,
        poolId,
        sequence,
        setupFamily,
        alternatives: [...alternatives],
        // With setup hours or hours per piece, the duration follows from them.
        ...(isSum
          ? {
              setupHours,
              hoursPerPiece,
              quantity: hoursPerPiece === null ? same.quantity : (quantity ?? same.quantity),
            }
          : { durationHours }),
        dependencies: dependencies.map(idOf),
        dependencyLagHours: renamed(same.dependencyLagHours),
        dependencyLagUnits: renamed(same.dependencyLagUnits),
        dependencyMaxLagHours: renamed(same.dependencyMaxLagHours),
        dependencyOverlapPercent: renamed(same.dependencyOverlapPercent),
      },
    }
  })
}
