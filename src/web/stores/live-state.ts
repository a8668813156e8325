import { create } from 'zustand'

/** How this tab hears of changes: by the socket, not yet, not now, or by asking every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

/** `off` = no session in an organisation. */
export const useLiveState = create<{ state: LiveState | 'off' }>(() => ({ state: 'off' }))

/** As far as this tab knows, the server can be reached. */
export const isReachable = (): boolean => {
  const { state } = useLiveState.getState()
  return navigator.onLine && state !== 'waiting' && state !== 'polling'
}
