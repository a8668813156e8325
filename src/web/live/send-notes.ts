import { postNotification } from '#contract/notifications.ts'
import { isApiError, isTransient } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { toast } from '#web/ui/toast.tsx'
import { isHeard, sendLive } from './connection.ts'
import { withNotificationToken } from './notification-token.ts'
import { dequeueNote, enqueueNote, nextNote, type OutgoingNote } from './outbox.ts'

/** How long to wait for the answer of the socket before the note is sent by POST; its id prevents duplicates. */
const answerMs = 5_000

type Outcome = { stored: true } | { stored: false; error: string }

/** The note that waits for the socket. The tab has one queue, and notes are sent whatever screen is open. */
let waiting: { id: string; finish: (outcome: Outcome | null) => void } | null = null

/** Handles the answer to a note on the socket. After an error it is sent by POST, whose status shows whether to retry. */
export const noteHeard = (id: string, error: string | null): void => {
  if (waiting?.id === id) waiting.finish(error === null ? { stored: true } : null)
}

/** The socket is lost: unconfirmed notes are sent by POST. */
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
    // A server that does not confirm messages may lose the note, so it is sent by POST.
    if (!isHeard() || !sendLive({ type: 'notification', data: note })) finish(null)
  })

/** Returns null if the server could not be reached or has failed; the note stays in the queue. */
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

/** The flush in progress, so that the queue is sent only once. */
let flushing: Promise<void> | null = null

const flush = async (): Promise<void> => {
  for (let note = nextNote(); note; note = nextNote()) {
    const outcome = (await bySocket(note)) ?? (await byPost(note))
    if (!outcome) return
    dequeueNote(note.id)
    if (!outcome.stored) toast.error(`“${note.title}” was not sent: ${outcome.error}`)
  }
}

/** Sends the queued notes in order, each after the previous one is confirmed. Stops when the server cannot be reached. */
export const flushOutbox = (): Promise<void> => {
  flushing ??= flush().finally(() => {
    flushing = null
  })
  return flushing
}

/** Queues a note and sends it as soon as possible. Returns false if the queue is full. */
export const sendNote = (note: OutgoingNote): boolean => {
  if (!enqueueNote(note)) return false
  void flushOutbox()
  return true
}
