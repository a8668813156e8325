import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { endedJobs } from '../measure.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { keepOdds } from '../services/forecasts/keep-odds.ts'
import { findMissingWeek, findMissingWeeks, keepPastForecasts } from '../services/forecasts/keep-past-forecasts.ts'
import { computingJob } from './computing-job.ts'
import type { RunnerLog } from './runner-log.ts'

/** Later than the remedies, because they are shown first. */
const defaultQuietMs = 4_000
/** Organizations without active people that one round adds, so that 500 of them take some hours once a week. */
const mostIdleTenants = 3

const compute = async (ctx: TenantContext, signal: AbortSignal): Promise<'done'> => {
  if (await findMissingWeek(ctx)) await keepForecast(ctx)
  try {
    await keepOdds(ctx, signal)
  } catch (error) {
    // Without odds, the forecasts of the week are stored all the same.
    if (!(error instanceof StoppedError)) await keepPastForecasts(ctx)
    throw error
  }
  await keepPastForecasts(ctx)
  return 'done'
}

/**
 * Keeps the odds of projects and operations. Once a week it stores what is said about every project of every organization
 * (`keepPastForecasts`), when the forecast and the odds of that week are there.
 */
export const keepOddsCurrent = (app: AppServices, log: RunnerLog, quietMs = defaultQuietMs) =>
  computingJob(app, log, {
    name: 'odds',
    quietMs,
    compute,
    alsoFor: () => findMissingWeeks(app, mostIdleTenants),
    failed: { message: 'Could not compute the odds of projects and operations', outcome: 'done' },
    onEnd: (work, ms) => endedJobs.publish({ work, job: 'odds', ms }),
  })
