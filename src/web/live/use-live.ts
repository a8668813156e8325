import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/stores/session.ts'
import { applyEvent, refreshTenant } from './apply-event.ts'
import { openSocket } from './open-socket.ts'
import { connectLive } from './socket.ts'

/** Live changes of the organisation for as long as the caller is on screen. `onSession`: the session may have ended. */
export const useLive = (onSession: () => void): void => {
  const queryClient = useQueryClient()
  const tenantId = useSession((session) => session.tenantId)
  const userId = useSession((session) => session.userId)
  useEffect(() => {
    if (tenantId === null || userId === null) return
    const refresh = () => refreshTenant(queryClient)
    return connectLive({
      open: openSocket,
      onEvent: (event) => (event.type === 'session' ? onSession() : applyEvent(queryClient, event)),
      onCatchUp: refresh,
      onPoll: refresh,
    })
  }, [queryClient, tenantId, userId, onSession])
}
