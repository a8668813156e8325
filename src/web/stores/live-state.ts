import { create } from 'zustand'

/** How this tab hears of changes: by the socket, not yet, not now, or by asking every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

interface ServerReach {
  /** `off` = no session in an organization. */
  state: LiveState | 'off'
  /** The socket is lost and the server does not answer when asked: the screens say so. */
  isAway: boolean
  /** Counts up whenever the server can be reached again after a gap; what failed meanwhile is tried once more. */
  returns: number
}

export const useLiveState = create<ServerReach>(() => ({ state: 'off', isAway: false, returns: 0 }))

/** As far as this tab knows, the server can be reached. */
export const isReachable = (): boolean => {
  const { state, isAway } = useLiveState.getState()
  return navigator.onLine && !isAway && state !== 'waiting' && state !== 'polling'
}

export const noteReturn = (): void => useLiveState.setState(({ returns }) => ({ isAway: false, returns: returns + 1 }))
