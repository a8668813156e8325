import { create } from 'zustand'
import { type Appearance, readAppearance } from '#web/lib/appearance.ts'
import { localStore, sessionStore } from './safe-storage.ts'
import { readStoredSession, type SessionFacts } from './stored-session.ts'

/** `authenticated` means that this tab has validated the session; `loading` is true until the first check has finished. */
export interface Session extends SessionFacts {
  authenticated: boolean
  loading: boolean
  error: string | null
  /** Number of sessions that have ended in this tab. An answer to a request of an earlier session must not be stored. */
  ended: number
}

export interface Notifications {
  /** Whether notifications make a sound on this device. On until the user mutes them. */
  sounds: boolean
  /** Why the server refuses a token for the notification connection; null if it grants one or has not been asked yet. */
  refusal: string | null
}

interface AppState {
  session: Session
  /** The appearance of this device; before-paint.js has already applied it. */
  theme: Appearance
  notifications: Notifications
}

export const soundKey = 'notificationSound'

/** Reads the session from the storage of this tab. */
export const readSession = (): Omit<Session, 'ended'> => ({
  ...readStoredSession(),
  authenticated: sessionStore.get('authValidated') === 'true',
  loading: true,
  error: null,
})

/**
 * The only store of the page: session, theme and notifications. Server data lives in the query cache, and the state of lists and
 * boards in the URL. State of one part of the page, or of a queue, lives with that part (`lib/external-value.ts`).
 */
export const useAppStore = create<AppState>(() => ({
  session: { ...readSession(), ended: 0 },
  theme: readAppearance(),
  notifications: { sounds: localStore.get(soundKey) !== 'off', refusal: null },
}))

type Change<T> = Partial<T> | ((now: T) => Partial<T>)

/** Access to one part of the store for code outside React. */
export const partOfStore = <Name extends keyof AppState>(name: Name) => {
  type Part = AppState[Name]
  return {
    getState: (): Part => useAppStore.getState()[name],
    setState: (change: Change<Part>): void =>
      useAppStore.setState((state) => {
        const now = state[name]
        return { [name]: { ...now, ...(typeof change === 'function' ? change(now) : change) } } as Pick<AppState, Name>
      }),
    subscribe: (listener: (now: Part, before: Part) => void): (() => void) =>
      useAppStore.subscribe((now, before) => {
        if (now[name] !== before[name]) listener(now[name], before[name])
      }),
  }
}
