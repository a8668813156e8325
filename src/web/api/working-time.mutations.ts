import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { LiveResource } from '#contract/live-events.ts'
import { previewWorkingTime, type WorkingTimeChange } from '#contract/working-time.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** After a write of this tab, which ignores its own echo: reads the list, the mark of the plan and what depends on both again. */
export const refreshWorkingTime = async (queryClient: QueryClient, resource: LiveResource): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: tenantKey('schedule') })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: tenantKey(resource) }),
    queryClient.invalidateQueries({ queryKey: tenantKey('organisation') }),
  ])
}

/** What a change would move, without saving it; leaving the screen stops the computation. */
export const previewWorkingTimeMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ change, signal }: { change: WorkingTimeChange; signal: AbortSignal }) =>
      call(previewWorkingTime, { body: change }, { signal }),
  })
