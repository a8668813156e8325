import { StoppedError } from '#domain/scheduling/stopped.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { within } from '../measure.ts'
import { planChannel } from '../services/records/write-tenant.ts'
import { findBusyTenants } from '../services/tenants/list-tenants.ts'
import { listeningJob, type Rest } from './listening-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** After a computation, this many times as long goes to others. */
const restShare = 4
/** Where nothing could be finished, it is tried again much later. */
const slowRestMs = 30 * 60_000
const everyMs = 60_000
const hereMs = 15 * 60_000
const mostTenants = 50

/** How a computation ended: `more` = it goes on soon, `slow` = it is tried again much later. */
type Outcome = 'done' | 'more' | 'slow'

interface Computation {
  readonly name: 'odds' | 'remedies'
  /** Changes of the plan that follow each other within this time lead to one computation. */
  readonly quietMs: number
  readonly compute: (ctx: TenantContext, signal: AbortSignal) => Promise<Outcome>
  /** What the log says about an error, and what follows from it. */
  readonly failed: { readonly message: string; readonly outcome: Outcome }
  /** Organizations for which it is computed although none of their people are active. */
  readonly alsoFor?: () => Promise<readonly string[]>
  readonly onEnd?: (ctx: TenantContext, ms: number) => void
}

/**
 * A job that computes something for each organization: some seconds after its plan changed, and as time passes where people are active. One
 * organization at a time, in a thread that gives way. A change of the plan ends the computation for it, and another one follows. `close`
 * ends the current computation.
 */
export const computingJob = (
  app: AppServices,
  log: RunnerLog,
  { name, quietMs, compute, failed, alsoFor = async () => [], onEnd }: Computation,
): { close(): Promise<void> } => {
  const work = async (tenantId: string, signal: AbortSignal): Promise<Rest> => {
    const ctx = systemContext(app, tenantId, name)
    const beganMs = performance.now()
    const outcome = await within({ work: ctx, name }, () => compute(ctx, signal)).catch((error: unknown): Outcome => {
      // A person has asked meanwhile, or the plan has changed.
      if (error instanceof StoppedError) return 'more'
      log.error({ tenantId, err: error }, failed.message)
      return failed.outcome
    })
    const ms = performance.now() - beganMs
    onEnd?.(ctx, ms)
    return { restMs: outcome === 'slow' ? slowRestMs : ms * restShare, again: outcome === 'more' }
  }
  return listeningJob(app, log, {
    name,
    channel: planChannel,
    quietMs,
    waitsForLast: true,
    everyMs,
    round: async () => [...new Set([...(await findBusyTenants(app, mostTenants, hereMs)), ...(await alsoFor())])],
    work,
  })
}
