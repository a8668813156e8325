import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { TryingAgain } from './trying-again.tsx'

/** Added to the skeleton of a page whose loader waits: says so if one of its requests failed and is being retried. */
export function FailingLoad() {
  const cache = useQueryClient().getQueryCache()
  const reason = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      cache.getAll().find(({ state }) => state.status === 'pending' && state.fetchFailureReason)?.state
        .fetchFailureReason ?? null,
  )
  return <TryingAgain error={reason} />
}
