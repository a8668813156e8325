import { Notification } from '#contract/notifications.ts'
import { type Notifications, partOfStore, soundKey, useAppStore } from './app-store.ts'
import { localStore, readJsonList } from './safe-storage.ts'
import { useSession } from './session.ts'
import { type KeptKind, keptKey } from './stored-session.ts'

/** Number of newest notifications that are stored. */
const storedCount = 20
/** The key of this user in this organization; null without both. */
export const keyOfKept = (kind: KeptKind): string | null => keptKey(kind, useSession.getState())

function useNotificationsPart<Read>(select: (notifications: Notifications) => Read): Read {
  return useAppStore(({ notifications }) => select(notifications))
}

/** Whether notifications make a sound, and why they may not arrive. */
export const useNotifications = Object.assign(useNotificationsPart, partOfStore('notifications'))

export const toggleNotificationSound = (): void => {
  const sounds = !useNotifications.getState().sounds
  localStore.set(soundKey, sounds ? 'on' : 'off')
  useNotifications.setState({ sounds })
}

/** The newest notifications that this browser has stored, shown until the server answers. */
export const readKeptNotifications = (): Notification[] =>
  readJsonList(localStore, keyOfKept('notifications'), Notification).slice(0, storedCount)

/** Stores the newest notifications of a list that is sorted newest first. */
export const keepNotifications = (notifications: readonly Notification[]): void => {
  const key = keyOfKept('notifications')
  if (key) localStore.set(key, JSON.stringify(notifications.slice(0, storedCount)))
}

const listeners = new Set<(notification: Notification) => void>()

/** Announces a notification that is new to this tab to all listeners; called once for each id. */
export const announceArrival = (notification: Notification): void => {
  for (const listener of listeners) listener(notification)
}

/** Subscribes to new notifications. Returns a function that unsubscribes. */
export const onArrival = (listener: (notification: Notification) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
