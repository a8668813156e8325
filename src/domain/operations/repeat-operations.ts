import { type Operation, type OperationInput, RepeatedDetails } from '#contract/operations.ts'
import { keysOf, pick } from '../record-of.ts'
import { fieldsOfKind } from './fields.ts'
import { originalEstimate } from './report-hours-left.ts'

const alwaysRepeated = ['operationId', 'name', 'durationHours', 'categoryId', 'sequence', 'dependencies'] as const

/** The details of an operation that repeat. */
export const repeatedFields = keysOf(RepeatedDetails.shape)

/** Details by predecessor. */
export const linkDetails = fieldsOfKind('linkHours', 'linkUnits', 'linkShares')

/** The fields of an operation that are copied when the same product is made again. */
export type RepeatedOperation = Pick<Operation, (typeof alwaysRepeated)[number] | keyof RepeatedDetails>

type Repeated = RepeatedOperation & Partial<Pick<Operation, 'originalHours'>>

/** The copied part of an operation. What is known of its hours is known of this operation only: the copy has the estimates. */
export const repeatable = (operation: Repeated): RepeatedOperation => ({
  ...pick(operation, [...alwaysRepeated, ...repeatedFields]),
  durationHours: originalEstimate(operation),
  alternatives: operation.alternatives.map(({ categoryId, ...hours }) => ({
    categoryId,
    durationHours: originalEstimate(hours),
  })),
})

interface NewOperation {
  readonly operationId: string
  readonly input: OperationInput
}

/**
 * Copies operations with their links under new ids, without dates, progress, holds, notes and material. `quantity`
 * applies to operations with hours per piece; undefined = unchanged. `newId` creates the ids, in order.
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
  const renamedDetails = (details: RepeatedOperation): Partial<RepeatedDetails> =>
    Object.fromEntries(linkDetails.map((name) => [name, renamed<unknown>(details[name])]))
  return operations.map((operation) => {
    const { operationId, dependencies, durationHours, setupHours, hoursPerPiece, ...same } = repeatable(operation)
    const isSum = setupHours !== null || hoursPerPiece !== null
    return {
      operationId: idOf(operationId),
      input: {
        ...same,
        // With setup hours or hours per piece, the duration is computed from them.
        ...(isSum ? { setupHours, hoursPerPiece } : { durationHours }),
        quantity: hoursPerPiece === null ? same.quantity : (quantity ?? same.quantity),
        dependencies: dependencies.map(idOf),
        ...renamedDetails(operation),
      },
    }
  })
}
