import { AsyncLocalStorage } from 'node:async_hooks'
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { assertAwaited, callerSignal } from '../waiting-caller.ts'
import type { Tx } from './database.ts'
import type { Engine, SqlClient, Turn } from './engine.ts'
import { unkept } from './kept-reads.ts'
import { isConnectionLoss, mapDatabaseError } from './map-error.ts'

const dialect = new PgDialect()

interface State {
  open: boolean
  /** What its commit is about, where that is not the organization that it was opened for. */
  concerns?: 'everybody' | 'nobody'
}
const inTransaction = new AsyncLocalStorage<State>()

/** Throws when called from inside a transaction: on one connection, waiting for a second would never end. */
export const assertOutsideTransaction = (): void => {
  if (inTransaction.getStore()?.open) {
    throw new Error(
      'This is inside a transaction already: use its tx. A second one here would wait for the first for ever.',
    )
  }
}

const concerns = (whom: State['concerns']) => (): void => {
  const state = inTransaction.getStore()
  if (!state?.open) throw new Error('This is about a transaction, and there is none.')
  state.concerns = whom
}

/** Says inside a transaction that its commit is not about its organization alone. */
export const concernsEverybody = concerns('everybody')

/** Says inside a transaction that nobody reads yet, or any more, what it writes: no answer is another for it. */
export const concernsNobody = concerns('nobody')

/** Drizzle on one connection; `state` closes it with the transaction, so that a leaked tx cannot touch another's. */
const drizzleOn = (client: SqlClient, state: State, signal: AbortSignal | null): Tx => {
  const guarded: SqlClient = {
    query: async (statement, values) => {
      if (!state.open) throw new Error('This transaction has ended: await everything inside it.')
      assertAwaited(signal)
      return client.query(statement, values)
    },
  }
  // Drizzle calls nothing but `query` on a client inside a transaction.
  const session = new NodePgSession<Record<string, never>, Record<string, never>>(
    guarded as PoolClient,
    dialect,
    undefined,
  )
  return new NodePgTransaction(dialect, session, undefined)
}

interface Transaction {
  /** A reading ends when its caller has left; a write that was asked for is carried out. */
  readonly kind: 'reading' | 'write'
  /** Begin, role and organization. */
  readonly opening: string
  readonly turn?: Turn
  /** What a write's commit is about: an organization, or something narrower. Without it, everything. */
  readonly about?: string
  /** Hears that a commit is being sent, and what it is about, and then that its outcome is there, whatever that is. */
  readonly committing?: (about: string | undefined) => (() => void) | undefined
}

/**
 * One transaction: its opening, the work, commit. Rolls back when the work throws, drops the connection when that fails
 * too, and maps every database error.
 */
export const runTransaction = async <T>(
  engine: Engine,
  { kind, opening, turn, about, committing }: Transaction,
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
    const whom = { everybody: undefined, nobody: unkept }
    committed = committing?.(state.concerns ? whom[state.concerns] : about)
    // PostgreSQL answers ROLLBACK when a statement failed and the work swallowed its error.
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
