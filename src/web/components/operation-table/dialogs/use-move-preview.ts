import { useQuery } from '@tanstack/react-query'
import type { BulkAction, BulkTarget, PlanBasis } from '#contract/bulk-operations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { movePreviewQuery } from '#web/api/operations/bulk-operations.mutations.ts'

/**
 * A preview of the move that a dialog would store; null if no move is chosen yet. `isIdle`: the move would change
 * nothing. `store` stores the displayed move; if the plan has changed since, the preview is computed again instead.
 */
export function useMovePreview(target: BulkTarget, action: BulkAction | null) {
  const { data, error, isFetching, refetch } = useQuery(movePreviewQuery(target, action))
  const preview = isFetching ? undefined : data
  const store = async (run: (action: BulkAction, basis?: PlanBasis) => Promise<boolean>) => {
    if (action && preview && !(await run(action, preview.basis))) await refetch()
  }
  const isIdle = preview?.operations.length === 0 && preview.failures.length === 0
  const nothing = preview?.operations.length === 0 && 'Nothing in the plan would move'
  const disabledReason = error ? errorSentence(error) : preview ? nothing : 'Calculating the new dates'
  return { preview, isIdle, problem: error && !isFetching ? errorSentence(error) : null, store, disabledReason }
}
