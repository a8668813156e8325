import type { QueryResult } from 'pg'
import type { Listener } from './database.ts'

/** A statement in the form of node-postgres: Drizzle's node-postgres driver uses both engines through this. */
interface Statement {
  readonly text: string
  readonly rowMode?: 'array'
}

/** One connection. A bare string may hold several statements, so its result is not reliable. */
export interface SqlClient {
  query(statement: string | Statement, values?: readonly unknown[]): Promise<QueryResult>
}

/** A connection held by one transaction. */
export interface Lease {
  readonly client: SqlClient
  /**
   * Sends the commit and returns the command that was carried out (ROLLBACK when a statement had failed). With a single
   * connection the next transaction may use it from then on; the answer confirms the commit.
   */
  commit(): Promise<string>
  /** Sends a rollback unless the commit has been sent; false when it failed. */
  rollBack(): Promise<boolean>
  /** Returns the connection; `broken` when its state is unknown and it must not be used again. */
  readonly release: (broken: boolean) => void
}

/** The differences between the embedded database and PostgreSQL. */
export interface Engine {
  readonly name: 'embedded' | 'postgres'
  /**
   * Waits at most 5 s for a connection, then throws `UnavailableError`. Where there is only one, short work goes first.
   * `opening` runs before all other statements: begin, role and organization. When it fails, no later statement runs.
   * Throws `CallerLeftError`, without taking a connection, when `signal` says that the caller has left.
   */
  lease(turn?: Turn, opening?: string, signal?: AbortSignal | null): Promise<Lease>
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** Open connections, those of them that are idle, and how many callers wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number }
  /** False when the disk is so full that more changes might stop the database (embedded only). */
  hasRoom(): boolean
  backup(): Promise<string>
  lastBackup(): Promise<{ readonly at: Date; readonly bytes: number } | null>
  close(): Promise<void>
}

/** How long work keeps a connection: `long` means that it reads or writes a whole organization. */
export type Turn = 'short' | 'long'

/** Longest run of one statement; a longer one ends with 503. */
export const statementLimitMs = 10_000
/** Longest wait for a connection; after it the answer is 503. */
export const leaseWaitMs = 5_000
/** Longest idle time of a transaction between two statements. */
export const idleTransactionLimitMs = 30_000
