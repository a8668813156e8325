import { create } from 'zustand'
import type { PresentPerson } from '#contract/live-events.ts'
import { useSession } from './session.ts'

/** Who is in the organization now, one entry for each browser tab, from the last message of the socket. Empty without a socket. */
export const usePresence = create<{ people: readonly PresentPerson[] }>(() => ({ people: [] }))

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.userId !== before.userId) usePresence.setState({ people: [] })
})
