import { postNotification } from '#contract/notifications.ts'
import { isApiError, isTransient } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { dequeueNote, enqueueNote, nextNote, type OutgoingNote } from '#web/stores/outbox.ts'
import { toast } from '#web/ui/toast.tsx'
import { isHeard, sendLive } from './connection.ts'
import { withNotificationToken } from './notification-token.ts'

/** How long the socket's answer is waited for before the note goes by POST; its id makes the second time harmless. */
const answerMs = 5_000

type Outcome = { stored: true } | { stored: false; error: string }

let waiting: { id: string; finish: (outcome: Outcome | null) => void } | null = null

/** The server's answer to a note sent over the socket. After an error it goes by POST, whose status says if it ever can. */
export const noteHeard = (id: string, error: string | null): void => {
  if (waiting?.id === id) waiting.finish(error === null ? { stored: true } : null)
}

/** The socket is gone: whatever was on its way goes by POST. */
export const noteUnheard = (): void => waiting?.finish(null)

const bySocket = (note: OutgoingNote): Promise<Outcome | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), answerMs)
    const finish = (outcome: Outcome | null) => {
      clearTimeout(timer)
      waiting = null
      resolve(outcome)
    }
    waiting = { id: note.id, finish }
    // A server that confirms nothing may lose it; the call then answers for it.
    if (!isHeard() || !sendLive({ type: 'notification', data: note })) finish(null)
  })

/** null = the server could not be reached, or is in trouble: the note stays in the queue. */
const byPost = async (note: OutgoingNote): Promise<Outcome | null> => {
  try {
    const body = { ...note, type: 'info' as const, category: 'User' as const, actions: [] }
    await withNotificationToken((bearer) => call(postNotification, { body }, { bearer, keeps401: true }))
    return { stored: true }
  } catch (error) {
    const isRefused = isApiError(error) && !isTransient(error) && ![401, 408, 409, 429].includes(error.status)
    return isRefused ? { stored: false, error: error.message } : null
  }
}

let flushing: Promise<void> | null = null

const flush = async (): Promise<void> => {
  for (let note = nextNote(); note; note = nextNote()) {
    const outcome = (await bySocket(note)) ?? (await byPost(note))
    if (!outcome) return
    dequeueNote(note.id)
    if (!outcome.stored) toast.error(`“${note.title}” was not sent: ${outcome.error}`)
  }
}

/** Sends what waits, in order, each confirmed before the next; stops where the server cannot be reached. */
export const flushOutbox = (): Promise<void> => {
  flushing ??= flush().finally(() => {
    flushing = null
  })
  return flushing
}

/** Queues a note and sends it as soon as it can be. False: too many wait already. */
export const sendNote = (note: OutgoingNote): boolean => {
  if (!enqueueNote(note)) return false
  void flushOutbox()
  return true
}
