import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices } from '../context.ts'
import { endedJobs, within } from '../measure.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { keepOdds } from '../services/forecasts/keep-odds.ts'
import { findMissingWeek, findMissingWeeks, keepPastForecasts } from '../services/forecasts/keep-past-forecasts.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import { listeningJob, type Rest } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A burst of changes leads to one computation after it, when the forecast and the remedies are there. */
const defaultQuietMs = 4_000
/** After a computation, this many times as long goes to others. */
const restShare = 4
const everyMs = 60_000
const hereMs = 15 * 60_000
const mostTenants = 50
/** Organizations without active people that one round adds, so that 500 of them take some hours once a week, and nobody notices. */
const mostIdleTenants = 3

/**
 * Keeps the odds of projects: some seconds after a plan changed, and as time passes where people are active. One organization at a time, in
 * a thread that gives way. A change of the plan ends what is being computed for it. Once a week it stores what is said about every project of
 * every organization (`keepPastForecasts`), when the forecast and the odds of that week are there. `close` ends the current computation.
 */
export const keepOddsCurrent = (
  app: AppServices,
  log: RunnerLog,
  quietMs = defaultQuietMs,
): { close(): Promise<void> } => {
  const work = async (tenantId: string, signal: AbortSignal): Promise<Rest> => {
    const ctx = systemContext(app, tenantId, 'odds')
    const beganMs = performance.now()
    const failed = (message: string) => (error: unknown) => {
      // A person has asked meanwhile, or the plan has changed.
      if (error instanceof StoppedError) return true
      log.error({ tenantId, err: error }, message)
      return false
    }
    const keep = async (): Promise<void> => {
      if (await findMissingWeek(ctx)) await keepForecast(ctx)
      await keepOdds(ctx, signal)
    }
    const again = await within({ work: ctx, name: 'odds' }, keep).then(
      () => false,
      failed('Could not compute the odds of projects'),
    )
    if (!again) await keepPastForecasts(ctx).catch(failed('Could not store the forecasts of this week'))
    const ms = performance.now() - beganMs
    endedJobs.publish({ work: ctx, job: 'odds', ms })
    return { restMs: ms * restShare, again }
  }
  return listeningJob(app, log, {
    name: 'odds',
    channel: planChannel,
    quietMs,
    waitsForLast: true,
    everyMs,
    round: async () => [
      ...new Set([
        ...(await findBusyTenants(app, mostTenants, hereMs)),
        ...(await findMissingWeeks(app, mostIdleTenants)),
      ]),
    ],
    work,
  })
}
