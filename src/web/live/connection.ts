import type { LiveMessage } from '#contract/live-events.ts'
import { clientId } from '#web/api/client-id.ts'
import type { LiveConnection } from './socket.ts'

type ViewedPage = Pick<Extract<LiveMessage, { type: 'presence' }>, 'projectId' | 'screen'>

/** The shortest time between two messages about presence; the last one counts. */
const throttleMs = 1_000

let connection: LiveConnection | null = null
let page: ViewedPage = { projectId: null, screen: 'other' }
let timer: ReturnType<typeof setTimeout> | undefined
let sentAtMs = Number.NEGATIVE_INFINITY

/** The live connection of this tab; null when there is none. */
export const holdConnection = (next: LiveConnection | null): void => {
  connection = next
}

/** Sends over the socket; false when it is not open. */
export const sendLive = (message: LiveMessage): boolean => connection?.send(message) ?? false

/** True when the socket is open and the server confirms messages. */
export const isHeard = (): boolean => connection?.answers() ?? false

/** The page that this tab shows, which is also its heartbeat. */
export const presenceMessage = (): LiveMessage => ({
  type: 'presence',
  ...page,
  clientId,
})

/** Sends which page this tab shows, at most once a second. */
export const setPage = (next: ViewedPage): void => {
  if (next.projectId === page.projectId && next.screen === page.screen) return
  page = next
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      sentAtMs = performance.now()
      sendLive(presenceMessage())
    },
    Math.max(0, sentAtMs + throttleMs - performance.now()),
  )
}
