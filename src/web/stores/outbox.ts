import { z } from 'zod'
import { create } from 'zustand'
import { keptKey } from './kept-keys.ts'
import { localStore } from './safe-storage.ts'
import { useSession } from './session.ts'

/** The most notes that may wait to be sent. */
export const outboxLimit = 100

const OutgoingNote = z.object({
  /** Created in the browser, so that a note that is sent twice is stored once. */
  id: z.uuid(),
  to: z.uuid().nullable(),
  title: z.string(),
  message: z.string(),
  priority: z.enum(['low', 'medium', 'high']),
})
/** A note to a colleague, or to everyone (`to: null`), that the server has not confirmed yet. */
export type OutgoingNote = z.infer<typeof OutgoingNote>

const read = (): OutgoingNote[] => {
  const key = keptKey('outbox', useSession.getState())
  try {
    const stored: unknown = JSON.parse((key && localStore.get(key)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((item) => OutgoingNote.safeParse(item).data ?? []).slice(0, outboxLimit)
  } catch {
    return []
  }
}

/** The notes that wait to be sent, oldest first; they survive a reload. */
export const useOutbox = create<{ notes: readonly OutgoingNote[] }>(() => ({ notes: read() }))

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.userId !== before.userId) useOutbox.setState({ notes: read() })
})

// Read again each time, because other tabs of the same user share the queue.
const change = (next: (notes: OutgoingNote[]) => OutgoingNote[]) => {
  const key = keptKey('outbox', useSession.getState())
  const notes = next(read())
  if (key) localStore.set(key, notes.length > 0 ? JSON.stringify(notes) : null)
  useOutbox.setState({ notes })
}

/** Adds a note at the end of the queue; false when 100 wait already. */
export const enqueueNote = (note: OutgoingNote): boolean => {
  if (read().length >= outboxLimit) return false
  change((notes) => [...notes, note])
  return true
}

/** Removes a note that was stored or refused. */
export const dequeueNote = (id: string): void => change((notes) => notes.filter((note) => note.id !== id))

/** The note to send next. */
export const nextNote = (): OutgoingNote | null => read()[0] ?? null
