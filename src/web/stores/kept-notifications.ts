import { Notification } from '#contract/notifications.ts'
import { keptKey } from './kept-keys.ts'
import { localStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** Specification 9: of the notifications, the 20 newest outlive the page. */
const keptCount = 20

/** The newest ones as this browser saw them last: shown until the server has answered. What cannot be read is left out. */
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
