import type { AppServices } from '../context.ts'
import { evaluateLateness, findUnevaluated } from '../services/projects/notify-of-lateness.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A plan that is being edited is judged after this time without a change. */
const defaultQuietMs = 1_500
/** Interval for changes whose message was missed, and for new days. */
const roundEveryMs = 60_000

/**
 * Notifies people of projects that become late or recover: soon after the plan or its forecast changed, and every minute
 * for missed changes. Any number of processes may do this: the database stores what was sent. `close` waits for the
 * current check.
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
