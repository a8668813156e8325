import type { LiveMessage } from '#contract/live-events.ts'
import type { LiveConnection } from './socket.ts'

/** A module variable, because the tab has one socket, which belongs to no screen. */
let connection: LiveConnection | null = null

/** The live connection of this tab; null when there is none. */
export const holdConnection = (next: LiveConnection | null): void => {
  connection = next
}

/** Sends over the socket; false when it is not open. */
export const sendLive = (message: LiveMessage): boolean => connection?.send(message) ?? false

/** True when the socket is open and the server confirms messages. */
export const isHeard = (): boolean => connection?.answers() ?? false
