import type { AppServices } from '../context.ts'
import { planChannel } from '../db/transaction.ts'
import { keepForecast, readForecastState } from '../services/forecasts/current-forecast.ts'
import { findBusyTenants } from '../services/tenants/find-busy-tenants.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** Changes that come close together are computed once. */
const defaultQuietMs = 150
/** Of the time the last computing took, how much passes before the next one begins. */
const restShare = 1
const roundEveryMs = 60_000
/** As time passes, work that is not done moves: the forecast of whoever is here is no older than that, and a round. */
const mostAgeMs = 4 * 60_000
const hereMs = 15 * 60_000
const mostTenants = 200

/**
 * Keeps the forecasts current: soon after a plan changed, and as time passes where people are at work. One after another, with a
 * rest between those of one organization, so that requests go first. `close` waits for the one under way.
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
  let closing = false

  const compute = async (tenantId: string): Promise<void> => {
    if (closing) return
    const startedMs = performance.now()
    await keepForecast(systemContext(app, tenantId, 'forecast')).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not compute a forecast'),
    )
    const endedMs = performance.now()
    restsUntilMs.set(tenantId, endedMs + (endedMs - startedMs) * restShare)
  }
  const enqueue = (tenantId: string): void => {
    waiting.delete(tenantId)
    working = working.then(() => compute(tenantId))
  }
  const hear = (tenantId: string): void => {
    if (closing || waiting.has(tenantId)) return
    const restMs = (restsUntilMs.get(tenantId) ?? 0) - performance.now()
    waiting.set(tenantId, setTimeout(enqueue, Math.max(quietMs, restMs), tenantId))
  }
  const round = async (): Promise<void> => {
    for (const tenantId of await findBusyTenants(app, mostTenants, hereMs)) {
      if (closing) return
      const { computedAt, isCurrent } = await readForecastState(systemContext(app, tenantId, 'forecast'))
      const ageMs = app.now().getTime() - (computedAt?.getTime() ?? 0)
      if (!isCurrent && ageMs > mostAgeMs) hear(tenantId)
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
