import type { AppServices } from '../context.ts'
import type { RunnerLog } from './runner-log.ts'

/** How long the next work of the same key waits after this one, in ms, and whether there is more to do then without a message. */
export interface Rest {
  readonly restMs: number
  readonly again?: boolean
}

/** The key of work that has no parts: every message and every round asks for all of it. */
export const everything = 'everything'

interface Job {
  /** Names the job in the log. */
  readonly name: string
  /** Channel of the database on which other processes ask for work. */
  readonly channel: string
  /** Called with each message. Returns the key of the work it asks for, or null if it asks for none. By default, the message is the key. */
  readonly hear?: (message: string) => string | null
  /** Time from a message to its work, so that a burst of messages leads to one work. 0 by default. */
  readonly quietMs?: number
  /** Whether every message of a burst starts that time again. By default the first one counts, so that no burst delays the work for long. */
  readonly waitsForLast?: boolean
  readonly everyMs: number
  /** Finds the keys of work whose message was missed. Without it, the key of all work is `everything`. */
  readonly round?: () => Promise<readonly string[]>
  /** Does the work of a key. `signal` aborts when the job closes, and when the key is asked for again. */
  readonly work: (key: string, signal: AbortSignal) => Promise<Rest> | Promise<void>
}

export interface ListeningJob {
  /** Asks for work in this process, as a message does. */
  wake(key: string): void
  /** Starts no more work, and waits for what is under way. */
  close(): Promise<void>
}

/**
 * Does work that messages of the database ask for, one key at a time in the order of the messages. Rounds find what no message asked for: at
 * the start, after a lost connection, and every `everyMs`. Errors are logged and end only the work in which they happen.
 */
export const listeningJob = (
  app: Pick<AppServices, 'db'>,
  log: RunnerLog,
  { name, channel, quietMs = 0, waitsForLast = false, everyMs, work, ...job }: Job,
): ListeningJob => {
  const round = job.round ?? (async () => [everything])
  const hear = job.hear ?? (job.round ? (message: string) => message : () => everything)
  /** The keys that wait for their work, with their timer; null = it has run out, and other work comes first. */
  const waiting = new Map<string, NodeJS.Timeout | null>()
  /** The earliest time of the next work of a key, by `performance.now()`. */
  const restsUntilMs = new Map<string, number>()
  let current: { readonly key: string; readonly stop: AbortController } | null = null
  let working: Promise<void> = Promise.resolve()
  let looking: Promise<void> = Promise.resolve()
  let isClosed = false

  const doWork = async (key: string): Promise<void> => {
    waiting.delete(key)
    if (isClosed) return
    const stop = new AbortController()
    current = { key, stop }
    try {
      const rest = await work(key, stop.signal)
      if (!rest) return
      restsUntilMs.set(key, performance.now() + rest.restMs)
      if (rest.again) schedule(key)
    } catch (err) {
      log.error({ job: name, key, err }, 'A background job failed')
    } finally {
      current = null
    }
  }
  const enqueue = (key: string): void => {
    waiting.set(key, null)
    working = working.then(() => doWork(key))
  }
  const schedule = (key: string): void => {
    if (isClosed) return
    clearTimeout(waiting.get(key) ?? undefined)
    const restMs = (restsUntilMs.get(key) ?? 0) - performance.now()
    waiting.set(key, setTimeout(enqueue, Math.max(quietMs, restMs), key))
  }
  const wake = (key: string): void => {
    if (current?.key === key) current.stop.abort()
    const timer = waiting.get(key)
    if (timer === undefined || (timer !== null && waitsForLast)) schedule(key)
  }
  const look = async (): Promise<void> => {
    if (isClosed) return
    try {
      for (const key of await round()) if (current?.key !== key && !waiting.has(key)) schedule(key)
    } catch (err) {
      log.error({ job: name, err }, 'A background job could not look for work')
    }
  }
  const goRound = (): void => {
    looking = looking.then(look)
  }

  const onMessage = (message: string): void => {
    const key = hear(message)
    if (key !== null) wake(key)
  }
  const listening = app.db.listen(channel, { onMessage, onGap: goRound })
  listening
    .catch((err: unknown) =>
      log.error({ job: name, err }, `A background job cannot listen; it looks for work every ${everyMs / 1_000} s`),
    )
    // What was asked for earlier, also while the channel was being opened.
    .finally(goRound)
  const rounds = setInterval(goRound, everyMs)

  return {
    wake,
    close: async () => {
      isClosed = true
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer ?? undefined)
      current?.stop.abort()
      await Promise.all([working, looking])
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
