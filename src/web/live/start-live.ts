import type { QueryClient } from '@tanstack/react-query'
import { applyEvent, refreshTenant } from './apply-event.ts'
import { openSocket } from './open-socket.ts'
import { connectLive } from './socket.ts'

/** Connects this tab's cache to the organisation's live messages; returns what ends it. */
export const startLive = (queryClient: QueryClient, onSession: () => void): (() => void) => {
  const refresh = () => refreshTenant(queryClient)
  return connectLive({
    open: openSocket,
    onEvent: (event) => (event.type === 'session' ? onSession() : applyEvent(queryClient, event)),
    onCatchUp: refresh,
    onPoll: refresh,
  })
}
