import type { Notification } from '#contract/notifications.ts'

const listeners = new Set<(notification: Notification) => void>()

/** Tells whoever shows notifications of one that is new to this tab; called once for each id. */
export const announceArrival = (notification: Notification): void => {
  for (const listener of listeners) listener(notification)
}

/** Hears of every new notification; returns what stops it. */
export const onArrival = (listener: (notification: Notification) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
