import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { addOperation, addOperations, type Operation, type OperationInput } from '#contract/operations.ts'
import { isApiError, isTransient } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'

export type NewOperation = OperationInput & { operationId: string; dependsOnOperationId: string | null }

export interface AddedOperations {
  readonly added: readonly Operation[]
  /** Why the remaining operations were not added; null if all were added. */
  readonly error: unknown
}

/** A refusal would apply to single operations as well; an unknown or broken call says nothing about them. */
const wantsFallback = (error: unknown) => isTransient(error) || (isApiError(error) && [404, 405].includes(error.status))

/** Adds operations in order, because each may depend on an earlier one; stops at the first failure. */
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
 * Adds several operations to a project in one call, or one by one if that call fails. Each operation already has its
 * id, so none is added twice.
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
