import type { QueryResult } from 'pg'
import type { Listener } from './database.ts'

/** A statement as node-postgres takes it: Drizzle's node-postgres driver speaks to both engines through this. */
export interface Statement {
  readonly text: string
  readonly rowMode?: 'array'
}

/** One connection. A bare string may hold several statements: do not rely on its result. */
export interface SqlClient {
  query(statement: string | Statement, values?: readonly unknown[]): Promise<QueryResult>
}

/** A connection held by one transaction. */
export interface Lease {
  readonly client: SqlClient
  /**
   * Sends the commit and answers with the command that was carried out (ROLLBACK when a statement had failed). Where one
   * connection carries everything in order, the next one may have it from then on; that it holds is known with the answer.
   */
  commit(): Promise<string>
  /** Sends a rollback unless the commit has been sent; false when it failed. */
  rollBack(): Promise<boolean>
  /** Gives it back; `broken` when its state is unknown and it must not be used again. */
  readonly release: (broken: boolean) => void
}

/** What differs between the embedded database and PostgreSQL. */
export interface Engine {
  readonly name: 'embedded' | 'postgres'
  /**
   * Waits at most 5 s for a connection, then throws `UnavailableError`. Where there is only one, short work goes first.
   * `opening` is run before everything else: begin, role and organization. When it fails, nothing after it is run.
   * Throws `CallerLeftError`, holding nothing, when `signal` says before then that the caller has left.
   */
  lease(turn?: Turn, opening?: string, signal?: AbortSignal | null): Promise<Lease>
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  /** False when the disk is so full that more changes might stop the database (embedded only). */
  hasRoom(): boolean
  backup(): Promise<string>
  lastBackup(): Promise<{ readonly at: Date; readonly bytes: number } | null>
  close(): Promise<void>
}

/** How long work keeps a connection: `long` = it reads or writes a whole organization. */
export type Turn = 'short' | 'long'

/** Longest run of one statement; longer ones end in 503. */
export const statementLimitMs = 10_000
/** Longest wait for a connection; then 503. */
export const leaseWaitMs = 5_000
/** Longest a transaction may stand between two statements. */
export const idleTransactionLimitMs = 30_000
