import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#web/stores/session.ts'

/** Receives live changes while the component is mounted. `onSession` is called when the session may have ended. */
export const useLive = (onSession: () => void): void => {
  const queryClient = useQueryClient()
  const tenantId = useSession((session) => session.tenantId)
  const userId = useSession((session) => session.userId)
  useEffect(() => {
    if (tenantId === null || userId === null) return
    let ended = false
    let end = () => {}
    // Loaded after the first screen, which does not need it.
    void import('./start-live.ts').then(({ startLive }) => {
      if (!ended) end = startLive(queryClient, onSession)
    })
    return () => {
      ended = true
      end()
    }
  }, [queryClient, tenantId, userId, onSession])
}
