import type { AppServices } from '../context.ts'
import { planChannel } from '../db/transaction.ts'
import { dropIdleBooks, holdsPlanBook, mostBookRows, openPlanBook } from '../services/operation-lists/open-plan-book.ts'
import { findBusyTenants } from '../services/tenants/find-busy-tenants.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A plan that is being edited is read when it has been quiet for so long. */
const defaultQuietMs = 400
const mostTenants = 20
const idleMs = 3_600_000
const roundEveryMs = 600_000

/**
 * Reads the operations of organisations before their planners ask for them: after the start of those that were here lately, and
 * of those in memory after every change. One after another and in long turns, so that
 * requests go first. What nobody has asked for in an hour is dropped. `close` waits for the one under way.
 */
export const warmPlanBooks = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const waiting = new Map<string, NodeJS.Timeout>()
  let working: Promise<unknown> = Promise.resolve()
  let closing = false

  const open = async (tenantId: string): Promise<number> =>
    (await openPlanBook(systemContext(app, tenantId, 'books'))).plan.ids.length
  const enqueue = (tenantId: string): Promise<number> => {
    const opened = working.then(() => (closing ? 0 : open(tenantId)))
    const safe = opened.catch((error: unknown) => {
      log.error({ tenantId, err: error }, 'Could not read operations ahead')
      return 0
    })
    working = safe
    return safe
  }
  const hear = (tenantId: string): void => {
    if (closing || !holdsPlanBook(app, tenantId)) return
    clearTimeout(waiting.get(tenantId))
    const due = () => {
      waiting.delete(tenantId)
      void enqueue(tenantId)
    }
    waiting.set(tenantId, setTimeout(due, quietMs))
  }
  const begin = async (): Promise<void> => {
    let rows = 0
    for (const tenantId of await findBusyTenants(app, mostTenants)) {
      if (closing || rows > mostBookRows / 2) return
      rows += await enqueue(tenantId)
    }
  }

  const listening = app.db.listen(planChannel, { onMessage: hear })
  listening.catch((error: unknown) => log.error({ err: error }, 'Cannot listen for changed plans'))
  const rounds = setInterval(() => dropIdleBooks(app, idleMs), roundEveryMs)
  const began = begin().catch((error: unknown) => log.error({ err: error }, 'Could not read operations ahead'))

  return {
    close: async () => {
      closing = true
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer)
      await began
      await working
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
