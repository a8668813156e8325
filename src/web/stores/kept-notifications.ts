import { Notification } from '#contract/notifications.ts'
import { keptKey } from './kept-keys.ts'
import { localStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** Specification 9: the 20 newest notifications are stored. */
const keptCount = 20

/** The newest notifications that this browser has seen, shown until the server has answered. Unreadable ones are left out. */
export const readKeptNotifications = (): Notification[] => {
  const key = keptKey('notifications', useSession.getState())
  try {
    const stored: unknown = JSON.parse((key && localStore.get(key)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((item) => Notification.safeParse(item).data ?? []).slice(0, keptCount)
  } catch {
    return []
  }
}

/** Keeps the newest of a list that is sorted newest first. */
export const keepNotifications = (notifications: readonly Notification[]): void => {
  const key = keptKey('notifications', useSession.getState())
  if (key) localStore.set(key, JSON.stringify(notifications.slice(0, keptCount)))
}
