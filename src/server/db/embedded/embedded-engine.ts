import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { QueryResult } from 'pg'
import { UnavailableError } from '../../errors.ts'
import type { Listener } from '../database.ts'
import { type Engine, type Lease, leaseWaitMs, type SqlClient, statementLimitMs, type Turn } from '../engine.ts'
import { channelName } from '../notify.ts'
import { dataDirectoryPaths } from './data-directory.ts'
import { lockDataDirectory } from './directory-lock.ts'
import { Exclusive } from './exclusive.ts'
import { lendConnection } from './lend-connection.ts'
import { fullDiskAdvice, isFullDisk, RoomGuard } from './room-guard.ts'
import { WorkerThread } from './worker-thread.ts'

/** The newest finished backup of a folder. The file names are instants, so they sort by age. */
const newestBackup = (folder: string): { at: Date; bytes: number } | null => {
  if (!existsSync(folder)) return null
  const name = readdirSync(folder)
    .filter((file) => file.endsWith('.tar.gz'))
    .sort()
    .at(-1)
  if (name === undefined) return null
  const { mtime, size } = statSync(join(folder, name))
  return { at: mtime, bytes: size }
}

const migrationLimitMs = 60_000
const backupLimitMs = 120_000
const roundEveryMs = 60_000
const checkpointAboveWalBytes = 32 * 1024 * 1024
const backupsKept = 3
const mostTidied = 100
const slowAdvice =
  'The embedded database needs longer to open than a start waits: the machine is busy, or there is much to read back. ' +
  'Nothing is lost, and no backup is needed: start again'

interface EmbeddedOptions {
  /** null = in memory, for tests. */
  readonly dataDir: string | null
  /** Archive that fills a new database; without it the database starts empty. */
  readonly archive?: string | null
  /** Runs as owner before anything else: the migrations. Later the session cannot return to that role. */
  readonly prepare: (owner: SqlClient) => Promise<void>
  /** Role of the session after that. */
  readonly role: string
  /** Longest wait for the database to open; shorter in tests. */
  readonly openLimitMs?: number
  /** Longest run of one statement; shorter in tests. */
  readonly statementLimitMs?: number
  /** Longest wait for the connection; longer in tests. */
  readonly leaseLimitMs?: number
}

/** The query method of node-postgres, answered by the thread. */
const clientOf = (thread: WorkerThread, limitMs: number): SqlClient => ({
  query: async (statement, values) => {
    const { text, rowMode } = typeof statement === 'string' ? { text: statement } : statement
    const result =
      typeof statement === 'string' && values === undefined
        ? await thread.run({ kind: 'exec', text }, limitMs)
        : await thread.run({ kind: 'query', text, values: values ?? [], rowMode: rowMode ?? 'object' }, limitMs)
    return { ...result, oid: 0 } as QueryResult
  },
})

/** PGlite in a worker thread, with one connection and the safety measures of `embedded/`. */
export class EmbeddedEngine implements Engine {
  readonly name = 'embedded'
  readonly #options: EmbeddedOptions
  readonly #paths: ReturnType<typeof dataDirectoryPaths> | null
  readonly #unlock: () => void
  readonly #room: RoomGuard | null
  readonly #connection = new Exclusive()
  readonly #leaseLimitMs: number
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #rounds: NodeJS.Timeout
  #thread: Promise<WorkerThread>
  #role: string | null = null
  #closing = false

  private constructor(options: EmbeddedOptions) {
    this.#options = options
    this.#leaseLimitMs = options.leaseLimitMs ?? leaseWaitMs
    this.#paths = options.dataDir === null ? null : dataDirectoryPaths(options.dataDir)
    this.#unlock = options.dataDir === null ? () => undefined : lockDataDirectory(options.dataDir)
    this.#room = options.dataDir === null ? null : new RoomGuard(options.dataDir)
    this.#thread = this.#start()
    this.#rounds = setInterval(() => void this.#keepHouse(), roundEveryMs).unref()
  }

  /** Locks the directory, opens or builds the database, prepares it as owner and changes to `role`. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    try {
      const thread = await engine.#thread
      await options.prepare(clientOf(thread, migrationLimitMs))
      await thread.run({ kind: 'setRole', role: options.role }, statementLimitMs)
      engine.#role = options.role
      return engine
    } catch (cause) {
      await engine.close()
      if (isFullDisk(cause) && options.dataDir !== null) throw new Error(fullDiskAdvice(options.dataDir), { cause })
      throw cause
    }
  }

  async #start(): Promise<WorkerThread> {
    const settings = {
      directory: this.#paths?.database ?? null,
      unfinished: this.#paths?.unfinished ?? null,
      role: this.#role,
      archive: this.#options.archive ?? null,
    }
    const hear = (channel: string, payload: string) => this.#hear(channel, payload)
    const thread = await WorkerThread.open(settings, hear, this.#options.openLimitMs).catch((cause) => {
      if (isFullDisk(cause)) throw cause
      if (cause.code === 'timed_out') throw new Error(`${slowAdvice} (${cause.message}).`, { cause })
      throw new Error(
        `The embedded database in ${this.#options.dataDir} could not be opened: ${cause.message}\n` +
          'Nothing was deleted. Keep a copy of the directory, then restore the newest file of its backups folder.',
        { cause },
      )
    })
    void thread.gone.then(() => this.#restart())
    return thread
  }

  /** Opens the same directory again in a new thread, after the watchdog or a crash. A database in memory is lost. */
  #restart(): void {
    if (this.#closing || this.#paths === null) return
    this.#thread = this.#start().then(async (thread) => {
      for (const channel of this.#listeners.keys()) await thread.run(listenRequest(channel), statementLimitMs)
      for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onGap?.()
      return thread
    })
    this.#thread.catch(() => undefined)
  }

  async lease(turn?: Turn, opening?: string, signal?: AbortSignal | null): Promise<Lease> {
    if (this.#closing) throw new UnavailableError(new Error('The database is closing'))
    const release = await this.#connection.take(this.#leaseLimitMs, turn, signal)
    try {
      const thread = await this.#openThread()
      if (opening) thread.open(opening)
      return lendConnection(clientOf(thread, this.#options.statementLimitMs ?? statementLimitMs), thread, release)
    } catch (cause) {
      release()
      throw new UnavailableError(cause)
    }
  }

  async #openThread(): Promise<WorkerThread> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database is still opening')), this.#leaseLimitMs)
    })
    const opening = this.#thread
    opening.catch(() => {
      if (this.#thread === opening) this.#restart()
    })
    return Promise.race([opening, late]).finally(() => clearTimeout(timer))
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const name = channelName(channel)
    const listeners = this.#listeners.get(name) ?? new Set()
    if (listeners.size === 0) await this.#alone((thread) => thread.run(listenRequest(name), statementLimitMs))
    this.#listeners.set(name, listeners.add(listener))
    return async () => void listeners.delete(listener)
  }

  #hear(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload)
  }

  hasRoom(): boolean {
    return this.#room?.hasRoom() ?? true
  }

  connections(): { open: number; idle: number; waiting: number } {
    const { isFree, waiting } = this.#connection.state()
    return { open: 1, idle: isFree ? 1 : 0, waiting }
  }

  async backup(): Promise<string> {
    if (this.#paths === null) throw new Error('A database in memory has no backups')
    const folder = this.#paths.backups
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Files left by interrupted backups would fill the disk day by day.
    for (const name of readdirSync(folder)) if (name.endsWith('.tmp')) rmSync(join(folder, name))
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`)
    await this.#alone((thread) => thread.run({ kind: 'dump', path }, backupLimitMs))
    const finished = readdirSync(folder)
      .filter((name) => name.endsWith('.tar.gz'))
      .sort()
    for (const name of finished.slice(0, -backupsKept)) rmSync(join(folder, name))
    return path
  }

  async lastBackup(): Promise<{ at: Date; bytes: number } | null> {
    return this.#paths === null ? null : newestBackup(this.#paths.backups)
  }

  /** Runs work that must not share the connection with a transaction. */
  async #alone<T>(work: (thread: WorkerThread) => Promise<T>, waitMs = this.#leaseLimitMs): Promise<T> {
    const release = await this.#connection.take(waitMs, 'long')
    try {
      return await work(await this.#openThread())
    } finally {
      release()
    }
  }

  /** Best effort: when the connection is busy or lost, the next round tries again. */
  async #keepHouse(): Promise<void> {
    try {
      if (this.#paths) {
        const request = { kind: 'checkpoint', whenWalExceedsBytes: checkpointAboveWalBytes } as const
        await this.#alone((thread) => thread.run(request, migrationLimitMs))
      }
      await this.tidy()
    } catch {
      // The next round tries again.
    }
  }

  /**
   * Vacuums and analyses the tables that need it, one by one, and lets other work run in between. It waits long for its
   * turn, because missing statistics may be the very reason why statements keep the connection busy: without them the
   * database reads all operations of a new organization to find one.
   */
  async tidy(): Promise<void> {
    for (let tasks = 0; tasks < mostTidied && !this.#closing; tasks++) {
      const { rows } = await this.#alone((thread) => thread.run({ kind: 'tidy' }, migrationLimitMs), roundEveryMs)
      if (rows.length === 0) return
    }
  }

  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    clearInterval(this.#rounds)
    await this.#connection.take(leaseWaitMs).catch(() => undefined)
    const thread = await this.#thread.catch(() => undefined)
    await thread?.run({ kind: 'close' }, migrationLimitMs).catch(() => undefined)
    await thread?.terminate()
    this.#unlock()
  }
}

const listenRequest = (channel: string) => ({ kind: 'exec', text: `listen ${channel}` }) as const
