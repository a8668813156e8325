import { setTimeout as delay } from 'node:timers/promises'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { keepForecast, readForecastState } from '../services/forecasts/current-forecast.ts'
import { closeDesks } from '../services/forecasts/refresh-forecast.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** Changes within this time lead to one computation. */
const defaultQuietMs = 150
/** Pause before the next computation: this share of the time of the last one, with a maximum. */
const restShare = 0.5
const mostRestMs = 300
const roundEveryMs = 60_000
/** Unfinished work moves as time passes: the forecast of an active organization is at most this old, plus one round. */
const mostAgeMs = 4 * 60_000
const hereMs = 15 * 60_000
/** Forecasts of organizations used this recently are prepared, so that returning people need not wait. */
const lastHereMs = 14 * 24 * 3_600_000
const mostTenants = 200

/**
 * Keeps the forecasts current: soon after a plan changed, as time passes where people are active, and at the start where
 * a forecast is missing or of another plan. They are computed one after another, with a pause for each organization, so
 * that requests go first. `close` waits for the current ones and drops the data kept for the next ones.
 */
export const keepForecasts = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const waiting = new Map<string, NodeJS.Timeout>()
  /** The earliest time of the next computation of an organization, by `performance.now()`. */
  const restsUntilMs = new Map<string, number>()
  let working: Promise<void> = Promise.resolve()
  const closed = new AbortController()

  const compute = async (tenantId: string): Promise<void> => {
    if (closed.signal.aborted) return
    const startedMs = performance.now()
    const ctx = systemContext(app, tenantId, 'forecast')
    await within({ work: ctx, name: 'forecast' }, () => keepForecast(ctx)).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not compute a forecast'),
    )
    const endedMs = performance.now()
    endedJobs.publish({ work: ctx, job: 'forecast', ms: endedMs - startedMs })
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
  /** Runs outside the queue, so that changes do not wait for it. */
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
