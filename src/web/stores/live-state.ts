import { create } from 'zustand'

/** How this tab learns of changes: by the socket, not yet, not now, or by polling every 30 s. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'polling'

interface ServerReach {
  /** `off` = no session in an organization. */
  state: LiveState | 'off'
  /** True when the socket is lost and the server does not answer; the screens show this. */
  isAway: boolean
  /** Increases whenever the server can be reached again after a gap, so that failed requests are repeated. */
  returns: number
}

export const useLiveState = create<ServerReach>(() => ({ state: 'off', isAway: false, returns: 0 }))

/** True when, as far as this tab knows, the server can be reached. */
export const isReachable = (): boolean => {
  const { state, isAway } = useLiveState.getState()
  return navigator.onLine && !isAway && state !== 'waiting' && state !== 'polling'
}

export const noteReturn = (): void => useLiveState.setState(({ returns }) => ({ isAway: false, returns: returns + 1 }))
