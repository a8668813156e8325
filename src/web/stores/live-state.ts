import { create } from 'zustand'

/** How this tab hears of changes: by the socket, not yet, not now, or by asking every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

/** `off` = no session in an organisation. */
export const useLiveState = create<{ state: LiveState | 'off' }>(() => ({ state: 'off' }))
