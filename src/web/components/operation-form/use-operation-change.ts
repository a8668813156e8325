import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { saveOperationMutation } from '#web/api/operations.mutations.ts'
import { operationQuery } from '#web/api/operations.queries.ts'
import { invalidateProjects } from '#web/api/projects.mutations.ts'
import { isStale } from '#web/api/save-over.ts'

/** Somebody else saved first: what this reader wants, and what stands there now. */
interface OperationConflict {
  readonly mine: OperationInput
  readonly base: Operation
  readonly theirs: Operation
}

/**
 * Saves the form of an operation against the version that the reader saw. A save that came too late (412) becomes `conflict`;
 * nobody's change is lost.
 */
export const useOperationChange = () => {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<OperationConflict | null>(null)
  const save = useMutation(saveOperationMutation(client))

  /** The saved record, or null when somebody was quicker (`conflict`); throws ApiError for every other refusal. */
  const send = async (operation: Operation, fields: OperationInput, version = operation.version) => {
    const { projectId, operationId } = operation
    try {
      const saved = await save.mutateAsync({ projectId, operationId, version, fields, whole: operation })
      setConflict(null)
      return saved
    } catch (error) {
      if (!isStale(error)) throw error
      const theirs = await client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
      setConflict({ mine: fields, base: operation, theirs })
      void invalidateProjects(client)
      return null
    }
  }

  return { send, conflict, isPending: save.isPending, dismiss: () => setConflict(null) }
}

export type ChangeOperation = ReturnType<typeof useOperationChange>
