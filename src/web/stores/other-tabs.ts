import { z } from 'zod/mini'

/** Messages that one tab sends to the other tabs. */
const TabMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signedOut') }),
  z.object({ type: z.literal('switched'), userId: z.string(), tenantId: z.string(), name: z.string() }),
])
export type TabMessage = z.infer<typeof TabMessage>

/** One channel for sending and listening, so that a tab does not receive its own messages; null if the browser has none. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('session') : null

/** Sends a message to the other tabs of this browser. */
export const notifyOtherTabs = (message: TabMessage): void => channel?.postMessage(message)

/** Listens to messages of other tabs. Returns a function that stops listening. */
export const listenToOtherTabs = (hear: (message: TabMessage) => void): (() => void) => {
  if (!channel) return () => {}
  const receive = (event: MessageEvent) => {
    const message = TabMessage.safeParse(event.data)
    if (message.success) hear(message.data)
  }
  channel.addEventListener('message', receive)
  return () => channel.removeEventListener('message', receive)
}
