import type { QueryClient } from '@tanstack/react-query'
import { onSessionEnded } from '#web/api/client.ts'
import { clearDrafts } from '#web/stores/drafts.ts'
import { listenToOtherTabs } from '#web/stores/other-tabs.ts'
import { forgetSession, restoreTenant, setTenant, useSession } from '#web/stores/session.ts'
import { showNotice } from './notice.ts'
import type { AppRouter } from './router.tsx'

const restoreAfterMs = 100

/**
 * Handles every end or change of a session that does not start on a screen: a 401, a guard check, another tab. Drafts
 * survive a 401, so that the same user finds them after signing in again.
 */
export const watchSession = (router: AppRouter, queryClient: QueryClient): (() => void) => {
  const toLogin = (reason: string | null) => {
    // Many calls can fail at once; only the first one redirects.
    if (useSession.getState().userId === null) return
    const { href, pathname } = router.state.location
    forgetSession(reason)
    queryClient.clear()
    const search = pathname === '/' || pathname === '/login' ? {} : { redirect: href }
    void router.navigate({ to: '/login', search, replace: true, ignoreBlocker: true })
  }

  onSessionEnded(toLogin)

  const restore = setTimeout(restoreTenant, restoreAfterMs)
  const stopListening = listenToOtherTabs((message) => {
    const { userId, tenantId } = useSession.getState()
    if (userId === null) return
    if (message.type === 'signedOut') {
      clearDrafts()
      return toLogin(null)
    }
    if (message.userId !== userId || message.tenantId === tenantId) return
    queryClient.clear()
    setTenant(message)
    showNotice({
      title: 'Organization switched',
      text: `You switched to ${message.name} in another tab. This tab now shows ${message.name}, too.`,
    })
    void router.navigate({ to: '/', replace: true, ignoreBlocker: true }).then(() => router.invalidate())
  })
  return () => {
    clearTimeout(restore)
    stopListening()
  }
}
