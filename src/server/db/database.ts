import type { NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { TenantContext } from '../context.ts'
import type { Turn } from './engine.ts'

/**
 * A Drizzle transaction, the same on both engines: the only handle through which services read and write.
 * `tx.transaction(...)` opens a savepoint. Using it after the transaction has ended throws.
 */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>>

export interface Listener {
  /** One message of the channel, as sent by `notify`. */
  readonly onMessage: (payload: string) => void
  /** Called when the connection was lost and is back: messages may have been missed, so read the tables again. */
  readonly onGap?: () => void
}

/** The database for the rest of the server; `openDatabase` creates one. */
export interface OpenDatabase {
  readonly engine: 'embedded' | 'postgres'

  /**
   * Runs `work` in one transaction that sees and writes only the context's organization. Commits when it returns, rolls
   * back when it throws. Database errors arrive as `AppError` (see `map-error`). Nesting throws at once: use `tx`. `long`
   * work lets short work go first when all work shares one connection.
   */
  withTenant<T>(ctx: TenantContext, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>

  /**
   * Runs `work` in one transaction as role `app_system`, which can use only the tables granted to it in
   * `row-level-security.ts`, across organizations: sign-in, sessions, throttle, job claims, administration of tenants.
   */
  withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** Like `withTenant`, but the database refuses every write, and all statements see the same state. */
  readTenant<T>(ctx: TenantContext, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>

  /** The same with the rights of `withSystem`. */
  readSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /**
   * The number of commits so far, while it is equal nothing was written. null = unknown: other processes may write too
   * (PostgreSQL), or a commit is under way.
   */
  commits(): number | null

  /** Listens to a channel until the returned function is called. Messages come from every server process. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>

  /** Resolves when a query works and the schema matches this build; else throws `UnavailableError`. */
  checkReady(): Promise<void>

  /**
   * Throws `StorageFullError` when the disk is nearly full. Changes of an organization's data are refused before the
   * database would have to stop, so that reads still work.
   */
  assertRoom(): void

  /** Open connections, those of them that are idle, and how many callers wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** Writes a consistent backup and returns its path (embedded only; PostgreSQL has pg_dump). Keeps the newest three. */
  backup(): Promise<string>

  /** The newest finished backup (embedded only); null when there is none. */
  lastBackup(): Promise<{ readonly at: Date; readonly bytes: number } | null>

  /** The newest migration of this build: the schema it works on. */
  readonly schemaVersion: string

  /** Waits for running transactions (at most 5 s), writes all data to the disk and releases the lock. */
  close(): Promise<void>
}
