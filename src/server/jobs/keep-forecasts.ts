import { setTimeout as delay } from 'node:timers/promises'
import type { AppServices } from '../context.ts'
import { keepForecast, readForecastState } from '../services/forecasts/current-forecast.ts'
import { closeDesks } from '../services/forecasts/refresh-forecast.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** Changes that come close together are computed once. */
const defaultQuietMs = 150
/** Of the time the last computing took, how much passes before the next one begins, and at most. */
const restShare = 0.5
const mostRestMs = 300
const roundEveryMs = 60_000
/** As time passes, work that is not done moves: the forecast of whoever is here is no older than that, and a round. */
const mostAgeMs = 4 * 60_000
const hereMs = 15 * 60_000
/** Whoever was here so lately may be back before long, and does not wait then. */
const lastHereMs = 14 * 24 * 3_600_000
const mostTenants = 200

/**
 * Keeps the forecasts current: soon after a plan changed, as time passes where people are at work, and at the start those that
 * are missing or of another plan. One after another, with a rest between those of one organization, so that requests go first.
 * `close` waits for those under way, and lets go of what is kept for the next ones.
 */
export const keepForecasts = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const waiting = new Map<string, NodeJS.Timeout>()
  /** By `performance.now()`: when the next one of an organization may begin. */
  const restsUntilMs = new Map<string, number>()
  let working: Promise<void> = Promise.resolve()
  const closed = new AbortController()

  const compute = async (tenantId: string): Promise<void> => {
    if (closed.signal.aborted) return
    const startedMs = performance.now()
    await keepForecast(systemContext(app, tenantId, 'forecast')).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not compute a forecast'),
    )
    const endedMs = performance.now()
    restsUntilMs.set(tenantId, endedMs + Math.min((endedMs - startedMs) * restShare, mostRestMs))
  }
  const enqueue = (tenantId: string): void => {
    waiting.delete(tenantId)
    working = working.then(() => compute(tenantId))
  }
  const hear = (tenantId: string): void => {
    if (closed.signal.aborted || waiting.has(tenantId)) return
    const restMs = (restsUntilMs.get(tenantId) ?? 0) - performance.now()
    waiting.set(tenantId, setTimeout(enqueue, Math.max(quietMs, restMs), tenantId))
  }
  const round = async (): Promise<void> => {
    for (const tenantId of await findBusyTenants(app, mostTenants, hereMs)) {
      if (closed.signal.aborted) return
      const { computedAt, isCurrent } = await readForecastState(systemContext(app, tenantId, 'forecast'))
      const ageMs = app.now().getTime() - (computedAt?.getTime() ?? 0)
      if (!isCurrent && ageMs > mostAgeMs) hear(tenantId)
    }
  }
  /** Not in the queue of the others: what changes meanwhile does not wait for it. */
  const catchUp = async (): Promise<void> => {
    for (const tenantId of await findBusyTenants(app, mostTenants, lastHereMs)) {
      if (closed.signal.aborted) return
      const { isOfPlan } = await readForecastState(systemContext(app, tenantId, 'forecast'))
      if (isOfPlan) continue
      await compute(tenantId)
      const restMs = (restsUntilMs.get(tenantId) ?? 0) - performance.now()
      await delay(Math.max(0, restMs), undefined, { signal: closed.signal }).catch(() => undefined)
    }
  }
  const goRound = (): void => {
    round().catch((error: unknown) => log.error({ err: error }, 'Could not look for forecasts that are out of date'))
  }

  const listening = app.db.listen(planChannel, { onMessage: hear, onGap: goRound })
  listening.catch((error: unknown) =>
    log.error({ err: error }, 'Cannot listen for changed plans; looking every minute instead'),
  )
  const rounds = setInterval(goRound, roundEveryMs)
  goRound()
  const caughtUp = catchUp().catch((error: unknown) =>
    log.error({ err: error }, 'Could not look for forecasts that are missing'),
  )

  return {
    close: async () => {
      closed.abort()
      clearInterval(rounds)
      for (const timer of waiting.values()) clearTimeout(timer)
      await Promise.all([working, caughtUp])
      await closeDesks(app)
      const stop = await listening.catch(() => undefined)
      await stop?.()
    },
  }
}
