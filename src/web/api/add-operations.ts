import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { addOperation, addOperations, type Operation, type OperationInput } from '#contract/operations.ts'
import { isApiError, isTransient } from './api-error.ts'
import { call } from './client.ts'
import { invalidateProjects } from './projects.mutations.ts'

export type NewOperation = OperationInput & { operationId: string; dependsOnOperationId: string | null }

export interface AddedOperations {
  readonly added: readonly Operation[]
  /** Why the rest was not added; null when all of them were. */
  readonly error: unknown
}

/** A refusal holds for each of them as well; a call that is unknown or broken says nothing of the operations. */
const wantsFallback = (error: unknown) => isTransient(error) || (isApiError(error) && [404, 405].includes(error.status))

/** In order, as each may wait for the one before; the first that fails ends it. */
const addOneByOne = async (projectId: string, operations: readonly NewOperation[]): Promise<AddedOperations> => {
  const added: Operation[] = []
  for (const { operationId, ...body } of operations) {
    try {
      added.push(await call(addOperation, { params: { projectId, operationId }, body }))
    } catch (error) {
      return { added, error }
    }
  }
  return { added, error: null }
}

/**
 * Adds several operations to a project in one step; where that call fails, one by one. Each has its
 * id already, so that none is added twice.
 */
export const addOperationsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (asked: { projectId: string; operations: readonly NewOperation[] }): Promise<AddedOperations> => {
      const { projectId, operations } = asked
      try {
        const added = await call(addOperations, { params: { projectId }, body: [...operations] })
        return { added, error: null }
      } catch (error) {
        if (!wantsFallback(error)) throw error
        const result = await addOneByOne(projectId, operations)
        if (result.added.length === 0) throw error
        return result
      }
    },
    onSettled: () => invalidateProjects(client),
    meta: { handled: true },
  })
