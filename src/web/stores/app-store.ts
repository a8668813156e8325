import { create } from 'zustand'
import { type Appearance, readAppearance } from '#web/lib/appearance.ts'
import { localStore, sessionStore } from './safe-storage.ts'
import { readStoredSession, type SessionFacts } from './stored-session.ts'

/** Specification 4.1. `authenticated` is the auth-validated flag of this tab; `loading` until the first check is through. */
export interface Session extends SessionFacts {
  authenticated: boolean
  loading: boolean
  error: string | null
  /** How many sessions of this tab have ended: the answer to a request of an earlier session must not be stored. */
  ended: number
}

export interface Notifications {
  /** Whether notifications sound, on this device; on until muted. */
  sounds: boolean
  /** Why the server gives no token for the notification connection; null = it does, or was not asked yet. */
  refusal: string | null
}

interface AppState {
  session: Session
  /** The look that this device shows; before-paint.js has applied it already. */
  theme: Appearance
  notifications: Notifications
}

export const soundKey = 'notificationSound'

/** The session as the storage of this tab has it. */
export const readSession = (): Omit<Session, 'ended'> => ({
  ...readStoredSession(),
  authenticated: sessionStore.get('authValidated') === 'true',
  loading: true,
  error: null,
})

/**
 * The only store of the page: session, theme and notifications. Server data is in the query cache, lists and boards are in the URL,
 * and what a part of the page or a queue needs is with that part (`lib/external-value.ts`).
 */
export const useAppStore = create<AppState>(() => ({
  session: { ...readSession(), ended: 0 },
  theme: readAppearance(),
  notifications: { sounds: localStore.get(soundKey) !== 'off', refusal: null },
}))

type Change<T> = Partial<T> | ((now: T) => Partial<T>)

/** One part of the store, for what is outside of React. */
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
