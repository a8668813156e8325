import { z } from 'zod/mini'
import { postNotification } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { useValuePart } from '#web/lib/external-value.ts'
import { keyOfKept } from '#web/stores/notifications.ts'
import { onOtherUser } from '#web/stores/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { isHeard, sendLive } from './connection.ts'
import { withNotificationToken } from './notification-token.ts'
import { createOutbox } from './outbox.ts'

/** The most notes that may wait to be sent. */
export const mostNotes = 100

const OutgoingNote = z.object({
  /** Created in the browser, so that a note that is sent twice is stored once. */
  id: z.uuid(),
  to: z.nullable(z.uuid()),
  title: z.string(),
  message: z.string(),
  priority: z.enum(['low', 'medium', 'high']),
})
/** A note to a colleague, or to everyone (`to: null`), that the server has not confirmed yet. */
type OutgoingNote = z.infer<typeof OutgoingNote>

/** The notes of this user in this organization that wait to be sent. */
export const notes = createOutbox({
  name: 'notes',
  key: () => keyOfKept('outbox'),
  schema: OutgoingNote,
  idOf: ({ id }) => id,
  limit: mostNotes,
})
onOtherUser(notes.reread)

/** How many notes wait to be sent. */
export const useWaitingNotes = (): number => useValuePart(notes.entries, ({ length }) => length)

/** How long to wait for the answer of the socket before the note is sent by POST; its id prevents duplicates. */
const answerMs = 5_000

/** The note that waits for the answer of the socket. Notes are sent whatever screen is open. */
let waiting: { id: string; finish: (isStored: boolean) => void } | null = null

/** Takes the server's answer to a note on the socket. After an error the note is sent by POST, whose status tells if it can succeed. */
export const noteHeard = (id: string | null, error: string | null): void => {
  if (waiting?.id === id) waiting.finish(error === null)
}

/** The socket is gone: unconfirmed notes are sent by POST. */
export const noteUnheard = (): void => waiting?.finish(false)

/** Whether the server has confirmed the note on the socket. */
const bySocket = (note: OutgoingNote): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), answerMs)
    const finish = (isStored: boolean) => {
      clearTimeout(timer)
      waiting = null
      resolve(isStored)
    }
    waiting = { id: note.id, finish }
    // A server that does not confirm messages may lose the note, so it is sent by a call.
    if (!isHeard() || !sendLive({ type: 'notification', data: note })) finish(false)
  })

const send = async (note: OutgoingNote): Promise<void> => {
  if (await bySocket(note)) return
  const body = { ...note, type: 'info' as const, category: 'User' as const, actions: [] }
  await withNotificationToken((bearer) => call(postNotification, { body }, { bearer, keeps401: true }))
}

/** Sends the notes until the returned function is called. */
export const startSendingNotes = (): (() => void) =>
  notes.start({
    send,
    onAnswer: ({ title }, error) => {
      if (error !== null) toast.error(`“${title}” was not sent: ${error}`)
    },
  })
