import { AsyncLocalStorage } from 'node:async_hooks'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { measuredStatements } from '../measure.ts'
import { assertAwaited, callerSignal } from '../waiting-caller.ts'
import type { Tx } from './database.ts'
import type { Engine, SqlClient, Turn } from './engine.ts'
import { isConnectionLoss, mapDatabaseError } from './map-error.ts'

const dialect = new PgDialect()

interface State {
  open: boolean
}
const inTransaction = new AsyncLocalStorage<State>()

/** Throws when called inside a transaction: with one connection, waiting for a second transaction would never end. */
export const assertOutsideTransaction = (): void => {
  if (inTransaction.getStore()?.open) {
    throw new Error(
      'This is inside a transaction already: use its tx. A second one here would wait for the first for ever.',
    )
  }
}

/** Drizzle on one connection. `state` closes it with the transaction, so that a leaked tx cannot use another transaction. */
const drizzleOn = (client: SqlClient, state: State, signal: AbortSignal | null): Tx => {
  const guarded: SqlClient = {
    query: async (statement, values) => {
      if (!state.open) throw new Error('This transaction has ended: await everything inside it.')
      assertAwaited(signal)
      if (!measuredStatements.hasSubscribers) return client.query(statement, values)
      const beganMs = performance.now()
      try {
        return await client.query(statement, values)
      } finally {
        const text = typeof statement === 'string' ? statement : statement.text
        measuredStatements.publish({ text, ms: performance.now() - beganMs })
      }
    },
  }
  // Inside a transaction, Drizzle calls only `query` on a client.
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    guarded as PoolClient,
    dialect,
    undefined,
  )
  return new NodePgTransaction(dialect, session, undefined)
}

interface Transaction {
  /** A reading ends when its caller has left; a write is carried out. */
  readonly kind: 'reading' | 'write'
  /** The statements that begin the transaction and set role and organization. */
  readonly opening: string
  readonly turn?: Turn
  /** Called when a commit is sent; the result is called when the outcome is known, whatever it is. */
  readonly committing?: () => (() => void) | undefined
}

/**
 * One transaction: opening, work, commit. Rolls back when the work throws, drops the connection when the rollback fails
 * too, and maps every database error.
 */
export const runTransaction = async <T>(
  engine: Engine,
  { kind, opening, turn, committing }: Transaction,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  assertOutsideTransaction()
  const signal = kind === 'reading' ? callerSignal() : null
  const lease = await engine.lease(turn, opening, signal)
  const state: State = { open: true }
  let broken = false
  let committed: (() => void) | undefined
  try {
    const result = await inTransaction.run(state, () => work(drizzleOn(lease.client, state, signal)))
    state.open = false
    committed = committing?.()
    // PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the work swallowed its error.
    if ((await lease.commit()) !== 'COMMIT')
      throw new Error('A statement of this transaction failed, so nothing was saved.')
    return result
  } catch (error) {
    state.open = false
    broken = isConnectionLoss(error) || !(await lease.rollBack())
    throw mapDatabaseError(error)
  } finally {
    committed?.()
    lease.release(broken)
  }
}
