import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices } from '../context.ts'
import { within } from '../measure.ts'
import { keepRemedies } from '../services/forecasts/keep-remedies.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A burst of changes leads to one computation after it, when the forecast is there. */
const defaultQuietMs = 2_000
/** After a computation, this many times as long goes to others. */
const restShare = 4
/** Where nothing could be finished, it is tried again much later. */
const slowRestMs = 30 * 60_000
const roundEveryMs = 60_000
const hereMs = 15 * 60_000
const mostTenants = 50

/**
 * Keeps what would help late projects, so that the dashboard, the lists and the panel of a project show the same next step without
 * waiting: soon after a plan changed, and as time passes where people are active. One organization at a time, in a thread that gives way.
 * A change of the plan ends what is being computed for it. `close` ends the current computation.
 */
export const keepRemediesCurrent = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const waiting = new Map<string, NodeJS.Timeout>()
  /** By `performance.now()`. */
  const restsUntilMs = new Map<string, number>()
  const closed = new AbortController()
  let current: { readonly tenantId: string; readonly stop: AbortController } | null = null
  let working: Promise<void> = Promise.resolve()

  const compute = async (tenantId: string): Promise<void> => {
    if (closed.signal.aborted) return
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, closed.signal])
    const ctx = systemContext(app, tenantId, 'remedies')
    const beganMs = performance.now()
    current = { tenantId, stop }
    const kept = await within({ work: ctx, name: 'remedies' }, () => keepRemedies(ctx, signal)).catch(
      (error: unknown) => {
        // A person has asked meanwhile, or the plan has changed.
        if (error instanceof StoppedError) return 'more'
        log.error({ tenantId, err: error }, 'Could not compute what would help late projects')
        return 'slow'
      },
    )
    current = null
    const endedMs = performance.now()
    restsUntilMs.set(tenantId, endedMs + (kept === 'slow' ? slowRestMs : (endedMs - beganMs) * restShare))
    if (kept === 'more') hear(tenantId)
  }
  const hear = (tenantId: string): void => {
    if (closed.signal.aborted) return
    if (current?.tenantId === tenantId) current.stop.abort()
    clearTimeout(waiting.get(tenantId))
    const restMs = (restsUntilMs.get(tenantId) ?? 0) - performance.now()
    const begin = (): void => {
      waiting.delete(tenantId)
      working = working.then(() => compute(tenantId))
    }
    waiting.set(tenantId, setTimeout(begin, Math.max(quietMs, restMs)))
  }
  const round = async (): Promise<void> => {
    for (const tenantId of await findBusyTenants(app, mostTenants, hereMs)) {
      if (!waiting.has(tenantId) && current?.tenantId !== tenantId) hear(tenantId)
    }
  }
  const goRound = (): void => {
    round().catch((error: unknown) => log.error({ err: error }, 'Could not look for late projects to help'))
  }

  const listening = app.db.listen(planChannel, { onMessage: hear, onGap: goRound })
  listening.catch((error: unknown) =>
    log.error({ err: error }, 'Cannot listen for changed plans; looking every minute instead'),
  )
  const rounds = setInterval(goRound, roundEveryMs)
  goRound()

  return {
    close: async () => {
      closed.abort()
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer)
      await working
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
