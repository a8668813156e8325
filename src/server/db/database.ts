import type { NodePgTransaction } from 'drizzle-orm/node-postgres'
import type { TenantContext } from '../context.ts'
import type { Turn } from './engine.ts'
import type { KeptReads } from './kept-reads.ts'

/**
 * A Drizzle transaction, the same on both engines: the only handle through which services read and write.
 * `tx.transaction(...)` opens a savepoint. Using it after the transaction has ended throws.
 */
export type Tx = NodePgTransaction<Record<string, never>, Record<string, never>>

export interface Listener {
  /** One message of the channel, as sent by `notify`. */
  readonly onMessage: (payload: string) => void
  /** Messages may have been missed (the connection was lost and is back): catch up from the tables. */
  readonly onGap?: () => void
}

/** The database as the rest of the server sees it; `openDatabase` makes one. */
export interface OpenDatabase {
  readonly engine: 'embedded' | 'postgres'

  /**
   * Runs `work` in one transaction that sees and writes only the context's organization. Commits when it returns,
   * rolls back when it throws. Database errors arrive as `AppError` (see `map-error`). Nesting throws at once: use `tx`.
   * `long` work lets short work go first where there is one connection for all.
   */
  withTenant<T>(ctx: TenantContext, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>

  /**
   * Runs `work` in one transaction as role `app_system`, which reaches only the tables granted to it in
   * `row-level-security.ts`, across organizations: sign-in, sessions, throttle, job claims, administration of tenants.
   * `about`: what it leaves as it is for all others, a session's use (its hash) or what nobody keeps (`unkept`); else whatever
   * anybody has read counts as changed.
   */
  withSystem<T>(work: (tx: Tx) => Promise<T>, about?: string): Promise<T>

  /**
   * Like `withTenant`, but the database refuses every write, so nothing that was read before becomes stale by it; and all
   * statements see the state that the first one saw.
   */
  readTenant<T>(ctx: TenantContext, work: (tx: Tx) => Promise<T>, turn?: Turn): Promise<T>

  /** The same with the rights of `withSystem`. */
  readSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** What was read and has not changed since. */
  readonly kept: KeptReads

  /** Hears a channel until the returned function is called. Messages come from every server process. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>

  /** Resolves when a query works and the schema is the one this build knows; else throws `UnavailableError`. */
  checkReady(): Promise<void>

  /**
   * Throws `StorageFullError` when the disk is nearly full: what changes an organization's data is refused before the
   * database would have to stop, so that reading goes on.
   */
  assertRoom(): void

  /** Writes a consistent backup and returns its path (embedded only; PostgreSQL has pg_dump). Keeps the newest three. */
  backup(): Promise<string>

  /** The newest finished backup (embedded only); null when there is none. */
  lastBackup(): Promise<{ readonly at: Date; readonly bytes: number } | null>

  /** The newest migration this build knows: the schema it works on. */
  readonly schemaVersion: string

  /** Waits for running transactions (at most 5 s), writes everything down and lets go of the lock. */
  close(): Promise<void>
}
