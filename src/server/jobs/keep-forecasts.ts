import { setTimeout as delay } from 'node:timers/promises'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { keepForecast, readForecastState } from '../services/forecasts/current-forecast.ts'
import { closeDesks } from '../services/forecasts/refresh-forecast.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import { listeningJob, type Rest } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** Changes within this time lead to one computation. */
const defaultQuietMs = 150
/** Pause before the next computation: this share of the time of the last one, with a maximum. */
const restShare = 0.5
const mostRestMs = 300
const everyMs = 60_000
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
  const closed = new AbortController()

  const work = async (tenantId: string): Promise<Rest> => {
    const startedMs = performance.now()
    const ctx = systemContext(app, tenantId, 'forecast')
    await within({ work: ctx, name: 'forecast' }, () => keepForecast(ctx)).catch((error: unknown) =>
      log.error({ tenantId, err: error }, 'Could not compute a forecast'),
    )
    const ms = performance.now() - startedMs
    endedJobs.publish({ work: ctx, job: 'forecast', ms })
    return { restMs: Math.min(ms * restShare, mostRestMs) }
  }
  const round = async (): Promise<string[]> => {
    const due: string[] = []
    for (const tenantId of await findBusyTenants(app, mostTenants, hereMs)) {
      if (closed.signal.aborted) break
      const { computedAt, isCurrent } = await readForecastState(systemContext(app, tenantId, 'forecast'))
      const ageMs = app.now().getTime() - (computedAt?.getTime() ?? 0)
      if (!isCurrent && ageMs > mostAgeMs) due.push(tenantId)
    }
    return due
  }
  /** Runs beside the job, so that changes do not wait for it. */
  const catchUp = async (): Promise<void> => {
    for (const tenantId of await findBusyTenants(app, mostTenants, lastHereMs)) {
      if (closed.signal.aborted) return
      const { isOfPlan } = await readForecastState(systemContext(app, tenantId, 'forecast'))
      if (isOfPlan) continue
      const { restMs } = await work(tenantId)
      await delay(restMs, undefined, { signal: closed.signal }).catch(() => undefined)
    }
  }
  const job = listeningJob(app, log, { name: 'forecasts', channel: planChannel, quietMs, everyMs, round, work })
  const caughtUp = catchUp().catch((error: unknown) =>
    log.error({ err: error }, 'Could not look for forecasts that are missing'),
  )

  return {
    close: async () => {
      closed.abort()
      await Promise.all([job.close(), caughtUp])
      await closeDesks(app)
    },
  }
}
