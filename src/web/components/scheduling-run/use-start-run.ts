import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { startRunMutation } from '#web/api/scheduling-runs.mutations.ts'
import { runsQuery } from '#web/api/scheduling-runs.queries.ts'
import { useRunDialog } from '#web/stores/run-dialog.ts'
import { toast } from '#web/ui/toast.tsx'

/** Starts a run over all projects, or one; when a run is under way already, shows that one. */
export const useStartRun = () => {
  const client = useQueryClient()
  const open = useRunDialog((state) => state.open)
  return useMutation({
    ...startRunMutation(client),
    meta: { handled: true },
    onSuccess: async (run, ...rest) => {
      open(run.runId)
      await startRunMutation(client).onSuccess?.(run, ...rest)
    },
    onError: async (error) => {
      if (!isApiError(error) || error.code !== 'run_active') return void toast.error(errorSentence(error))
      const runs = await client.fetchQuery({ ...runsQuery(), staleTime: 0 }).catch(() => [])
      const active = runs.find(({ status }) => status === 'Running')
      if (active) open(active.runId)
      else toast.error(error.message)
    },
  })
}
