import { z } from 'zod/mini'
import { create } from 'zustand'
import { Notification } from '#contract/notifications.ts'
import { localStore } from './safe-storage.ts'
import { onOtherUser, useSession } from './session.ts'
import { type KeptKind, keptKey } from './stored-session.ts'

const soundKey = 'notificationSound'
/** Specification 9: the 20 newest notifications are stored. */
const keptCount = 20
/** The most notes that may wait to be sent. */
export const outboxLimit = 100

const OutgoingNote = z.object({
  /** Created in the browser, so that a note that is sent twice is stored once. */
  id: z.uuid(),
  to: z.nullable(z.uuid()),
  title: z.string(),
  message: z.string(),
  priority: z.enum(['low', 'medium', 'high']),
})
/** A note to a colleague, or to everyone (`to: null`), that the server has not confirmed yet. */
export type OutgoingNote = z.infer<typeof OutgoingNote>

const keyOf = (kind: KeptKind): string | null => keptKey(kind, useSession.getState())

/** The stored list of this user in this organization. Unreadable items are left out. */
const readKept = <T>(kind: KeptKind, item: z.ZodMiniType<T>): T[] => {
  const key = keyOf(kind)
  try {
    const stored: unknown = JSON.parse((key && localStore.get(key)) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((one) => item.safeParse(one).data ?? []) : []
  } catch {
    return []
  }
}

const readNotes = (): OutgoingNote[] => readKept('outbox', OutgoingNote).slice(0, outboxLimit)

interface Notifications {
  /** Whether notifications sound, on this device; on until muted. */
  sounds: boolean
  /** The notes that wait to be sent, oldest first; they survive a reload. */
  outbox: readonly OutgoingNote[]
}

export const useNotifications = create<Notifications>(() => ({
  sounds: localStore.get(soundKey) !== 'off',
  outbox: readNotes(),
}))
onOtherUser(() => useNotifications.setState({ outbox: readNotes() }))

export const toggleNotificationSound = (): void => {
  const sounds = !useNotifications.getState().sounds
  localStore.set(soundKey, sounds ? 'on' : 'off')
  useNotifications.setState({ sounds })
}

/** The newest notifications that this browser has seen, shown until the server has answered. */
export const readKeptNotifications = (): Notification[] => readKept('notifications', Notification).slice(0, keptCount)

/** Keeps the newest of a list that is sorted newest first. */
export const keepNotifications = (notifications: readonly Notification[]): void => {
  const key = keyOf('notifications')
  if (key) localStore.set(key, JSON.stringify(notifications.slice(0, keptCount)))
}

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

// Read again each time, because other tabs of the same user share the queue.
const changeOutbox = (next: (notes: OutgoingNote[]) => OutgoingNote[]) => {
  const key = keyOf('outbox')
  const outbox = next(readNotes())
  if (key) localStore.set(key, outbox.length > 0 ? JSON.stringify(outbox) : null)
  useNotifications.setState({ outbox })
}

/** Adds a note at the end of the queue; false when 100 wait already. */
export const enqueueNote = (note: OutgoingNote): boolean => {
  if (readNotes().length >= outboxLimit) return false
  changeOutbox((notes) => [...notes, note])
  return true
}

/** Removes a note that was stored or refused. */
export const dequeueNote = (id: string): void => changeOutbox((notes) => notes.filter((note) => note.id !== id))

/** The note to send next. */
export const nextNote = (): OutgoingNote | null => readNotes()[0] ?? null
