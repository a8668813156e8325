import { z } from 'zod/mini'
import { externalValue, useValuePart } from '#web/lib/external-value.ts'
import { keyOfKept, readKept } from '#web/stores/notifications.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { onOtherUser } from '#web/stores/session.ts'

/** Maximum number of notes that may wait to be sent. */
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

const readNotes = (): OutgoingNote[] => readKept('outbox', OutgoingNote).slice(0, outboxLimit)

/** The notes that wait to be sent, oldest first; they survive a reload. */
export const outbox = externalValue<readonly OutgoingNote[]>(readNotes())
onOtherUser(() => outbox.set(readNotes()))

/** Number of notes that wait to be sent. */
export const useWaitingNotes = (): number => useValuePart(outbox, ({ length }) => length)

// The storage is read again before each change, because other tabs of the same user share the queue.
const changeOutbox = (next: (notes: OutgoingNote[]) => OutgoingNote[]) => {
  const key = keyOfKept('outbox')
  const waiting = next(readNotes())
  if (key) localStore.set(key, waiting.length > 0 ? JSON.stringify(waiting) : null)
  outbox.set(waiting)
}

/** Adds a note at the end of the queue; returns false if it is full. */
export const enqueueNote = (note: OutgoingNote): boolean => {
  if (readNotes().length >= outboxLimit) return false
  changeOutbox((notes) => [...notes, note])
  return true
}

/** Removes a note that the server has stored or refused. */
export const dequeueNote = (id: string): void => changeOutbox((notes) => notes.filter((note) => note.id !== id))

/** The note to send next. */
export const nextNote = (): OutgoingNote | null => readNotes()[0] ?? null
