import { hourMs } from '#domain/time/units.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { findOldCalls, pruneCalls } from '../services/assistants/call-log.ts'
import { findSourceTenants, pruneSourceRuns } from '../services/data-sources/prune-source-runs.ts'
import { findOldForecasts, prunePastForecasts } from '../services/forecasts/prune-past-forecasts.ts'
import { findOldHistory, pruneHistory } from '../services/history/prune-history.ts'
import { findOldPlans, prunePlans } from '../services/scheduling-runs/prune-plans.ts'
import { findManyRuns, pruneRuns } from '../services/scheduling-runs/prune-runs.ts'
import { sweepExpired } from '../services/sessions/sessions.ts'
import { findOldLinks, pruneLinks } from '../services/status-links/prune-links.ts'
import { findOldNames, pruneNames } from '../services/work-time/prune-names.ts'
import { clockJob } from './clock-job.ts'
import type { RunnerLog } from './runner-log.ts'
import { systemContext } from './system-context.ts'

/** A start is busy enough, and a server that is restarted every day still sweeps. */
const firstAfterMs = 5 * 60_000

interface Pruning {
  /** Organizations with something to delete. */
  readonly find: (app: AppServices) => Promise<readonly string[]>
  readonly prune: (ctx: TenantContext, signal?: AbortSignal) => Promise<void>
}

const prunings: readonly Pruning[] = [
  { find: findOldPlans, prune: prunePlans },
  { find: findManyRuns, prune: pruneRuns },
  { find: findOldHistory, prune: pruneHistory },
  { find: findOldLinks, prune: pruneLinks },
  { find: findOldNames, prune: pruneNames },
  { find: findOldCalls, prune: pruneCalls },
  { find: findOldForecasts, prune: prunePastForecasts },
  { find: findSourceTenants, prune: pruneSourceRuns },
]

/** Deletes what nobody needs any longer, in every organization. What fails is logged, and the rest goes on. */
export const sweep = async (app: AppServices, log: RunnerLog, signal?: AbortSignal): Promise<void> => {
  const attempt = async <T>(facts: object, work: () => Promise<T>): Promise<T | undefined> => {
    if (signal?.aborted) return undefined
    return work().catch((error: unknown) => {
      log.error({ ...facts, err: error }, 'sweep failed')
      return undefined
    })
  }
  await attempt({}, () => sweepExpired(app))
  for (const { find, prune } of prunings) {
    for (const tenantId of (await attempt({}, () => find(app))) ?? []) {
      await attempt({ tenantId }, () => prune(systemContext(app, tenantId, 'sweep'), signal))
    }
  }
}

/** Sweeps every hour. Any number of servers may do this. `close` ends the present sweep after its transaction. */
export const sweepHourly = (app: AppServices, log: RunnerLog): { close(): Promise<void> } =>
  clockJob({ firstAfterMs, everyMs: hourMs, round: (signal) => sweep(app, log, signal) })
