import type { Notification } from '#contract/notifications.ts'

const listeners = new Set<(notification: Notification) => void>()

/** Reports a notification that is new to this tab to all listeners; called once for each id. */
export const announceArrival = (notification: Notification): void => {
  for (const listener of listeners) listener(notification)
}

/** Listens to every new notification; returns a function that stops it. */
export const onArrival = (listener: (notification: Notification) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
