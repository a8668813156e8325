import type { z } from 'zod/mini'
import { type ApiError, isApiError, isTransient, retryDelayMs } from '#web/api/api-error.ts'
import { type ExternalValue, externalValue } from '#web/lib/external-value.ts'
import { localStore, readJsonList } from '#web/stores/safe-storage.ts'

interface OutboxOptions<Entry> {
  /** Name of the lock that lets only one tab send at a time, so that the order is kept. */
  readonly name: string
  /** Key of the entries in local storage; null if the user is unknown. */
  readonly key: () => string | null
  readonly schema: z.ZodMiniType<Entry>
  readonly idOf: (entry: Entry) => string
  /** The most entries that may wait. */
  readonly limit: number
  /** False for entries that were answered and are still stored. By default every stored entry waits. */
  readonly isWaiting?: (entry: Entry) => boolean
  /** When an entry may be sent at the earliest; epoch ms of this browser. */
  readonly dueMs?: (entry: Entry) => number
  /** The entry as it is stored after its answer (`error` null = accepted). By default it is removed. */
  readonly answered?: (entry: Entry, error: string | null) => Entry
}

/** How entries are sent, and who learns the outcome. */
export interface Sending<Entry> {
  /** Resolves when the server has the entry. It carries an id by which the server recognizes an entry that it has already. */
  readonly send: (entry: Entry) => Promise<unknown>
  /** An entry was accepted (`error` null) or refused for good. */
  readonly onAnswer: (entry: Entry, error: string | null) => void
  /** The user is no longer signed in; the entries stay stored. */
  readonly onEnded?: () => void
}

export interface Outbox<Entry> {
  /** The stored entries, oldest first. */
  readonly entries: ExternalValue<readonly Entry[]>
  /** Id of the entry that is being sent, which can no longer be taken back; null = none. */
  readonly sendingId: ExternalValue<string | null>
  /** Stores an entry and sends it as soon as possible. Returns false if the outbox is full. */
  readonly add: (entry: Entry) => boolean
  /** Stores what `edit` makes of the entries. */
  readonly change: (edit: (entries: readonly Entry[]) => readonly Entry[]) => void
  /** Reads the entries again, because the reader or the storage has changed. */
  readonly reread: () => void
  /** Sends waiting entries until the returned function is called. */
  readonly start: (sending: Sending<Entry>) => () => void
  /** Sends waiting entries now instead of after the delay; resolves when nothing more can be sent at the moment. */
  readonly sendNow: () => Promise<void>
}

/** 409 = an earlier attempt is still being worked on; its answer will be the answer to this one. */
const isForLater = (error: ApiError): boolean => isTransient(error) || [408, 409, 429].includes(error.status)

const hasEnded = ({ status, code }: ApiError): boolean => status === 401 || code === 'session_over'

/** The half of an outbox that stores entries. */
const storeEntries = <Entry>({ key, schema, idOf, answered }: OutboxOptions<Entry>) => {
  const read = () => readJsonList(localStore, key(), schema)
  const entries = externalValue<readonly Entry[]>(read())
  // Stored before anything is shown, and read again before each change, because another tab may have changed it.
  const change: Outbox<Entry>['change'] = (edit) => {
    const stored = key()
    if (stored === null) return
    const next = edit(read())
    localStore.set(stored, next.length > 0 ? JSON.stringify(next) : null)
    entries.set(next)
  }
  const settle = (entry: Entry, error: string | null) =>
    change((all) =>
      answered
        ? all.map((one) => (idOf(one) === idOf(entry) ? answered(one, error) : one))
        : all.filter((one) => idOf(one) !== idOf(entry)),
    )
  return { read, entries, change, settle, reread: () => entries.set(read()) }
}

/**
 * Entries that wait in local storage until the server has answered them. They survive a reload and are sent in their order, one
 * after the other. While the server cannot be reached, the first one is sent again after 1, 2, 4 ... 30 seconds, and at once when
 * the network is back. A refused entry is not sent again.
 */
export const createOutbox = <Entry>(options: OutboxOptions<Entry>): Outbox<Entry> => {
  const { name, idOf, limit, isWaiting = () => true, dueMs = () => 0 } = options
  const { read, entries, change, settle, reread } = storeEntries(options)
  const sendingId = externalValue<string | null>(null)
  let sending: Sending<Entry> | null = null
  let running: Promise<void> | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sends an entry. Returns the delay before anything may be sent: 0 = the next entry now, null = nothing until the next start. */
  const sendOne = async (entry: Entry, by: Sending<Entry>): Promise<number | null> => {
    let refusal: string | null = null
    sendingId.set(idOf(entry))
    try {
      await by.send(entry)
    } catch (error) {
      if (!isApiError(error) || isForLater(error)) return retryDelayMs(failures++, error)
      if (hasEnded(error)) {
        if (sending === by) by.onEnded?.()
        return null
      }
      refusal = error.message
    } finally {
      sendingId.set(null)
    }
    failures = 0
    settle(entry, refusal)
    by.onAnswer(entry, refusal)
    return 0
  }

  const work = async (): Promise<void> => {
    clearTimeout(timer)
    for (let entry = read().find(isWaiting); entry && sending; entry = read().find(isWaiting)) {
      const waitMs = dueMs(entry) - Date.now()
      const delayMs = waitMs > 0 ? waitMs : await sendOne(entry, sending)
      if (delayMs === 0) continue
      if (delayMs !== null && sending) timer = setTimeout(run, delayMs)
      return
    }
  }
  // The ids would prevent a second effect if two tabs sent, but not a wrong order.
  const run = (): Promise<void> => {
    running ??= (navigator.locks ? navigator.locks.request(name, work) : work()).finally(() => {
      running = null
    })
    return running
  }
  const sendNow = (): Promise<void> => {
    failures = 0
    return run()
  }
  return {
    entries,
    sendingId,
    change,
    reread,
    sendNow,
    add: (entry) => {
      if (read().filter(isWaiting).length >= limit) return false
      change((all) => [...all, entry])
      void sendNow()
      return true
    },
    start: (own) => {
      sending = own
      addEventListener('online', sendNow)
      addEventListener('storage', reread)
      void run()
      return () => {
        if (sending !== own) return
        sending = null
        clearTimeout(timer)
        removeEventListener('online', sendNow)
        removeEventListener('storage', reread)
      }
    },
  }
}
