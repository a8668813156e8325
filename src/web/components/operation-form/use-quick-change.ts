import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { stateOf, writeOperationMutation } from '#web/api/operations/operation-writes.ts'
import { sendWrite } from '#web/api/record-writes.ts'
import { pick } from '#web/api/save-over.ts'
import { currentActor } from '#web/stores/actor.ts'
import { fieldsRefusal } from '#web/stores/operation-refusal.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

type Changed = Pick<Operation, 'projectId' | 'operationId' | 'name' | 'version' | 'categoryId' | 'durationHours'> &
  Parameters<typeof stateOf>[0]

/**
 * Saves a few fields of an operation in place, against the displayed version, if the reader may change them. Success is
 * announced, and a failure is shown in a toast. Resolves to false if it could not be saved.
 */
export const useQuickChange = () => {
  const client = useQueryClient()
  return useCallback(
    async (shown: Changed, fields: OperationInput, done: string): Promise<boolean> => {
      const refusal = fieldsRefusal(currentActor(), shown, fields)
      if (refusal !== null) {
        toast.info(refusal)
        return false
      }
      const { projectId, operationId, version, name: subject } = shown
      const seen = pick(shown, Object.keys(fields))
      const before = stateOf(shown)
      const write = { kind: 'fields', projectId, operationId, version, before, subject, fields, seen } as const
      try {
        const [saved] = await sendWrite(client, writeOperationMutation(client), write)
        if (saved) announce(done)
        return true
      } catch (error) {
        toast.error(errorSentence(error))
        return false
      }
    },
    [client],
  )
}
