import type { QueryClient } from '@tanstack/react-query'
import { getValidate } from '#contract/auth.ts'
import { getHealth } from '#contract/health.ts'
import { type LiveEvent, type LiveMessage, livePath } from '#contract/live-events.ts'
import { postNotificationTicket } from '#contract/notifications.ts'
import { isTransient } from '#web/api/api-error.ts'
import { checkSession } from '#web/api/auth/check-session.ts'
import { call } from '#web/api/client.ts'
import { clientId } from '#web/api/client-id.ts'
import { isUseUnreported } from '#web/api/users/person.ts'
import { announce } from '#web/ui/live-region.tsx'
import { applyEvent, refreshTenant } from './apply-event.ts'
import { holdConnection, sendLive } from './connection.ts'
import { liveState, noteReturn, setLiveState } from './live-state.ts'
import { noteHeard, notes, noteUnheard, startSendingNotes } from './notes.ts'
import { withNotificationToken } from './notification-token.ts'
import {
  announceFromList,
  catchUpNotifications,
  mayHaveMissedNotifications,
  pollNotifications,
  receiveNotification,
} from './receive-notifications.ts'
import { connectLive } from './socket.ts'
import { watchServer } from './watch-server.ts'

/**
 * Opens a socket with a single-use ticket, the only secret in its address. Rejects without a token. The server names
 * the address, so the socket may be on another host.
 */
const openSocket = async (): Promise<WebSocket> => {
  const { ticket, socketUrl } = await withNotificationToken((bearer) =>
    call(postNotificationTicket, {}, { bearer, keeps401: true }),
  )
  const address = new URL(socketUrl ?? livePath, location.href)
  if (!socketUrl) address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('token', ticket)
  return new WebSocket(address)
}

const reportUseEveryMs = 60_000
/** Minimum time between two presence messages; only the latest one is sent. */
const pageEveryMs = 1_000

/** The page that this tab shows; also sent as the heartbeat. */
const presenceMessage = (): LiveMessage => ({ type: 'presence', ...liveState.get().page, clientId })

/** Reports the page of this tab whenever it changes. Returns a function that stops it. */
const reportPage = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sentAtMs = Number.NEGATIVE_INFINITY
  const send = () => {
    sentAtMs = performance.now()
    sendLive(presenceMessage())
  }
  let shown = liveState.get().page
  const stop = liveState.subscribe(() => {
    const { page } = liveState.get()
    if (page.projectId === shown.projectId && page.screen === shown.screen) return
    shown = page
    clearTimeout(timer)
    timer = setTimeout(send, Math.max(0, sentAtMs + pageEveryMs - performance.now()))
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Ignores errors, because the next catch-up or poll reads everything that was missed. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => console.warn('Notifications could not be read'))

/** Any answer of the server counts, even a refusal, but not a 502 from a gateway. */
const isThere = (signal: AbortSignal): Promise<boolean> =>
  call(getHealth, {}, { signal, fresh: true, keeps401: true }).then(
    () => true,
    (error: unknown) => !signal.aborted && !isTransient(error),
  )

/** Connects the cache of this tab to the live messages of the organization. Returns a function that disconnects it. */
export const startLive = (queryClient: QueryClient, onSession: () => void): (() => void) => {
  let isFirst = true
  /** Also runs on the first connection, because the page sent requests before the socket was open. */
  const catchUp = (knownForMs: number) => {
    // Messages about users are not repeated after a gap and may concern the reader's own access. Guards check new pages.
    if (!isFirst) void checkSession(queryClient)
    isFirst = false
    refreshTenant(queryClient, knownForMs)
    if (mayHaveMissedNotifications(queryClient, knownForMs)) quietly(catchUpNotifications(queryClient))
  }
  const onEvent = (event: LiveEvent) => {
    if (event.type === 'session') onSession()
    else if (event.type === 'notification') receiveNotification(queryClient, event.data)
    else if (event.type === 'presence') setLiveState({ people: event.people })
    else if (event.type === 'hello') catchUp(event.knownForMs)
    else if (event.type === 'heard') noteHeard(event.id, event.error)
    else applyEvent(queryClient, event)
  }
  const watch = watchServer({
    isThere,
    onAway: () => setLiveState({ isAway: true }),
    onBack: () => {
      noteReturn()
      announce('The server can be reached again.')
      connection.retryNow()
      refreshTenant(queryClient)
    },
  })
  const connection = connectLive({
    open: openSocket,
    onEvent,
    heartbeat: presenceMessage,
    onOpen: () => void notes.sendNow(),
    onPoll: () => {
      refreshTenant(queryClient)
      quietly(pollNotifications(queryClient))
    },
    onState: (state) => {
      setLiveState({ state })
      if (state === 'open') {
        noteReturn()
        return watch.socketOpen()
      }
      watch.socketLost()
      noteUnheard()
      setLiveState({ people: [] })
    },
  })
  holdConnection(connection)
  const endPage = reportPage()
  const endList = announceFromList(queryClient)
  const endNotes = startSendingNotes()
  const online = () => connection.retryNow()
  addEventListener('online', online)
  addEventListener('offline', watch.doubt)
  const reporting = setInterval(() => {
    if (isUseUnreported()) quietly(call(getValidate, {}, { keeps401: true }))
  }, reportUseEveryMs)
  return () => {
    removeEventListener('online', online)
    removeEventListener('offline', watch.doubt)
    watch.end()
    clearInterval(reporting)
    endPage()
    endList()
    endNotes()
    connection.end()
    holdConnection(null)
    noteUnheard()
    setLiveState({ state: 'off', isAway: false })
    setLiveState({ people: [] })
  }
}
