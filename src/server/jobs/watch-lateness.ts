import type { AppServices } from '../context.ts'
import { evaluateLateness, findUnevaluated } from '../services/projects/notify-of-lateness.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A plan that is being edited is judged when it has been quiet for so long. */
const defaultQuietMs = 1_500
/** For changes that were not heard of, and for the days that pass. */
const roundEveryMs = 60_000

/**
 * Keeps people told of projects that become late or recover: soon after a plan changed or its forecast says so, and every minute
 * for what was missed. Any number of processes may; what was told is kept in the database. `close` waits for the one under way.
 */
export const watchLateness = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const waiting = new Map<string, NodeJS.Timeout>()
  let working: Promise<void> = Promise.resolve()
  let closing = false

  const evaluate = (tenantId: string) => {
    waiting.delete(tenantId)
    working = working.then(async () => {
      if (closing) return
      await evaluateLateness(systemContext(app, tenantId, 'lateness')).catch((error: unknown) =>
        log.error({ tenantId, err: error }, 'Could not tell who became late'),
      )
    })
  }
  const hear = (tenantId: string) => {
    if (closing) return
    clearTimeout(waiting.get(tenantId))
    waiting.set(tenantId, setTimeout(evaluate, quietMs, tenantId))
  }
  const round = () => {
    working = working.then(async () => {
      if (closing) return
      const due = await findUnevaluated(app).catch((error: unknown) => {
        log.error({ err: error }, 'Could not look for plans that changed')
        return []
      })
      for (const tenantId of due) evaluate(tenantId)
    })
  }

  const listening = app.db.listen(planChannel, { onMessage: hear, onGap: round })
  listening.catch((error: unknown) =>
    log.error({ err: error }, 'Cannot listen for changed plans; looking every minute instead'),
  )
  const rounds = setInterval(round, roundEveryMs)
  round()

  return {
    close: async () => {
      closing = true
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer)
      await working
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
