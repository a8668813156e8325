import { DatabaseFault } from '../database-fault.ts'
import { idleTransactionLimitMs, type Lease, type SqlClient } from '../engine.ts'
import { isConnectionLoss, isStatementFault } from '../map-error.ts'
import type { WorkerThread } from './worker-thread.ts'

const idleTooLong = () => new DatabaseFault('25P03', 'The transaction stood idle for too long')

/**
 * Lends the one connection to one transaction, which must not stay idle for long. The connection is returned as soon as
 * the commit has been sent: the next borrower's statements run after it, and both are lost if the thread dies in between.
 */
export const lendConnection = (client: SqlClient, thread: WorkerThread, giveBack: () => void): Lease => {
  let isOver = false
  let idle: NodeJS.Timeout
  const abandon = () => {
    isOver = true
    void client
      .query('rollback')
      .catch(() => thread.terminate())
      .finally(giveBack)
  }
  const wait = () => {
    clearTimeout(idle)
    if (!isOver) idle = setTimeout(abandon, idleTransactionLimitMs)
  }
  const query: SqlClient['query'] = async (statement, values) => {
    if (isOver) throw idleTooLong()
    clearTimeout(idle)
    try {
      return await client.query(statement, values)
    } finally {
      wait()
    }
  }
  wait()
  return {
    client: { query },
    commit: async () => {
      if (isOver) throw idleTooLong()
      isOver = true
      clearTimeout(idle)
      const answer = client.query('commit')
      giveBack()
      try {
        return (await answer).command
      } catch (error) {
        // A commit that PostgreSQL refuses leaves no transaction open. After any other error the state is unknown.
        if (isConnectionLoss(error) || !isStatementFault(error)) void thread.terminate()
        throw error
      }
    },
    rollBack: () =>
      isOver
        ? Promise.resolve(true)
        : query('rollback').then(
            () => true,
            () => false,
          ),
    release: (broken) => {
      if (isOver) return
      isOver = true
      clearTimeout(idle)
      if (broken) void thread.terminate().finally(giveBack)
      else giveBack()
    },
  }
}
