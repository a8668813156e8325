import pg from 'pg'
import { UnavailableError } from '../../errors.ts'
import { assertAwaited } from '../../waiting-caller.ts'
import type { Listener } from '../database.ts'
import {
  type Engine,
  idleTransactionLimitMs,
  type Lease,
  leaseWaitMs,
  type SqlClient,
  statementLimitMs,
  type Turn,
} from '../engine.ts'
import { mapDatabaseError } from '../map-error.ts'
import { OutageProbe } from './outage-probe.ts'
import { PostgresListener } from './postgres-listener.ts'

// As on the embedded engine: a bigint is read as a number, or as a BigInt beyond 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
})

const maxConnections = 10
const probeLimitMs = 2_000

/** The options of every connection of the server. PostgreSQL enforces the limits itself, except the last one. */
const connectionOptions = (connectionString: string, limitMs: number): pg.ClientConfig => ({
  connectionString,
  application_name: 'scheduler',
  // Compilation pays for reports of minutes. Here it makes short statements slow: a list of operations took 145 ms instead of 12.
  options: '-c jit=off',
  connectionTimeoutMillis: leaseWaitMs,
  statement_timeout: limitMs,
  idle_in_transaction_session_timeout: idleTransactionLimitMs,
  // A server that has vanished sends no answer, not even at its own time limit.
  query_timeout: limitMs + 1_000,
  keepAlive: true,
})

/** PostgreSQL through a pool; any number of server processes may share the database. */
export class PostgresEngine implements Engine {
  readonly name = 'postgres'
  readonly #pool: pg.Pool
  readonly #listener: PostgresListener
  readonly #probe: OutageProbe

  constructor(databaseUrl: string, limitMs = statementLimitMs) {
    const options = connectionOptions(databaseUrl, limitMs)
    this.#pool = new pg.Pool({ ...options, max: maxConnections, idleTimeoutMillis: 30_000 })
    // Without a listener on each client, a restart of the database would end this process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('error', () => undefined)
    this.#probe = new OutageProbe(() => new pg.Client({ ...options, connectionTimeoutMillis: probeLimitMs }))
    this.#listener = new PostgresListener(() => new pg.Client({ ...options, query_timeout: leaseWaitMs }))
  }

  async lease(_turn?: Turn, opening?: string, signal?: AbortSignal | null): Promise<Lease> {
    assertAwaited(signal)
    const client = await this.#pool.connect().catch((cause) => {
      throw new UnavailableError(cause)
    })
    if (signal?.aborted) {
      // No caller can leave the queue of the pool, so the connection goes to the next caller.
      client.release()
      assertAwaited(signal)
    }
    const plain = client as SqlClient
    // Statements requested at the same time run one after another, because node-postgres will remove its own queue.
    let last: Promise<unknown> = Promise.resolve()
    const query: SqlClient['query'] = (statement, values) => {
      const asked = last.then(() => this.#probe.watch(client, () => plain.query(statement, values)))
      last = asked.catch(() => undefined)
      return asked
    }
    const rollBack = () =>
      query('rollback').then(
        () => true,
        () => false,
      )
    try {
      if (opening) await query(opening)
    } catch (error) {
      client.release(true)
      throw mapDatabaseError(error)
    }
    return {
      client: { query },
      commit: async () => (await query('commit')).command,
      rollBack,
      release: (broken) => client.release(broken),
    }
  }

  listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, listener)
  }

  /** PostgreSQL watches its own disk, often on another machine, and reports itself when the disk is full. */
  hasRoom(): boolean {
    return true
  }

  async lastBackup(): Promise<null> {
    return null
  }

  connections(): { open: number; idle: number; waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting }
  }

  async backup(): Promise<string> {
    throw new Error('PostgreSQL is backed up with its own tools: pg_dump or continuous archiving.')
  }

  async close(): Promise<void> {
    this.#probe.stop()
    await this.#listener.close()
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, leaseWaitMs)
    })
    await Promise.race([this.#pool.end(), deadline]).finally(() => clearTimeout(timer))
  }
}
