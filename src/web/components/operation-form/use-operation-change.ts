import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { reportProgressMutation, saveOperationMutation } from '#web/api/operations.mutations.ts'
import { operationQuery } from '#web/api/operations.queries.ts'
import { invalidateProjects } from '#web/api/projects.mutations.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Somebody else saved first: what this reader wants, and what stands there now. */
export interface OperationConflict {
  readonly mine: OperationInput
  readonly base: Operation
  readonly theirs: Operation
}

const progressOnly = (fields: OperationInput) =>
  Object.keys(fields).length === 1 ? fields.progressPercentage : undefined

/**
 * Saves changes of operations against the version that the reader saw. A save that came too late (412) becomes `conflict`
 * and is settled by `resolve`; nobody's change is lost.
 */
export const useOperationChange = () => {
  const client = useQueryClient()
  const [conflict, setConflict] = useState<OperationConflict | null>(null)
  const save = useMutation(saveOperationMutation(client))
  const report = useMutation({ ...reportProgressMutation(client), meta: { handled: true } })

  /** The saved record, or null when somebody was quicker (`conflict`); throws ApiError for every other refusal. */
  const send = async (operation: Operation, fields: OperationInput, version = operation.version) => {
    const { projectId, operationId } = operation
    const progressPercentage = progressOnly(fields)
    try {
      const saved =
        progressPercentage === undefined
          ? await save.mutateAsync({ projectId, operationId, version, fields, whole: operation })
          : await report.mutateAsync({ projectId, operationId, version, progressPercentage })
      setConflict(null)
      return saved
    } catch (error) {
      if (!isApiError(error) || error.code !== 'stale') throw error
      const theirs = await client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
      setConflict({ mine: fields, base: operation, theirs })
      void invalidateProjects(client)
      return null
    }
  }

  /** A quick change: what goes wrong is told in a toast, what went well is read out. */
  const change = (operation: Operation, fields: OperationInput, done: string) =>
    send(operation, fields).then(
      (saved) => saved && announce(done),
      (error) => void toast.error(errorSentence(error)),
    )

  return { send, change, conflict, isPending: save.isPending || report.isPending, dismiss: () => setConflict(null) }
}

export type ChangeOperation = ReturnType<typeof useOperationChange>
