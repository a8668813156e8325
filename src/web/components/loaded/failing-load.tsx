import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { TryingAgain } from './trying-again.tsx'

/** For the skeleton of a page whose loader waits: says so when something it asks for was refused and is being asked for again. */
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
