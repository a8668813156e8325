import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices } from '../context.ts'
import { within } from '../measure.ts'
import { keepRemedies } from '../services/forecasts/keep-remedies.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import { listeningJob, type Rest } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A burst of changes leads to one computation after it, when the forecast is there. */
const defaultQuietMs = 2_000
/** After a computation, this many times as long goes to others. */
const restShare = 4
/** Where nothing could be finished, it is tried again much later. */
const slowRestMs = 30 * 60_000
const everyMs = 60_000
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
  const work = async (tenantId: string, signal: AbortSignal): Promise<Rest> => {
    const ctx = systemContext(app, tenantId, 'remedies')
    const beganMs = performance.now()
    const kept = await within({ work: ctx, name: 'remedies' }, () => keepRemedies(ctx, signal)).catch(
      (error: unknown) => {
        // A person has asked meanwhile, or the plan has changed.
        if (error instanceof StoppedError) return 'more'
        log.error({ tenantId, err: error }, 'Could not compute what would help late projects')
        return 'slow'
      },
    )
    const restMs = kept === 'slow' ? slowRestMs : (performance.now() - beganMs) * restShare
    return { restMs, again: kept === 'more' }
  }
  return listeningJob(app, log, {
    name: 'remedies',
    channel: planChannel,
    quietMs,
    waitsForLast: true,
    everyMs,
    round: () => findBusyTenants(app, mostTenants, hereMs),
    work,
  })
}
