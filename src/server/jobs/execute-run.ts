import type { ScheduleScope } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { loadPacedShop } from '../services/learned/load-paced-shop.ts'
import type { LoadedShop } from '../services/scheduling/load-shop.ts'
import type { RunClaim } from '../services/scheduling-runs/claim-run.ts'
import { commitPlan } from '../services/scheduling-runs/commit-plan.ts'
import { type ComputedPlan, computePlan } from '../services/scheduling-runs/compute-plan.ts'
import { endRun, type RunEnding } from '../services/scheduling-runs/end-run.ts'
import { mayStillApply } from '../services/scheduling-runs/may-still-apply.ts'
import { dropPlan } from '../services/scheduling-runs/prune-plans.ts'
import type { WorkerProgress } from '../services/scheduling-runs/schedule-messages.ts'
import { storeRunResult } from '../services/scheduling-runs/store-run-result.ts'
import { preparePlan } from '../services/scheduling-runs/write-plan.ts'
import { runContext } from './run-context.ts'
import { progressOf, summaryOf } from './run-progress.ts'
import { RunReporter } from './run-reporter.ts'
import type { RunnerLog } from './runner-log.ts'

/** How often a run computes a plan: again when working time or the plan in force has changed. All other edits are kept at the commit. */
const maxAttempts = 3

/** Why a run is stopped from outside. */
export type StopReason = 'cancel' | 'lost' | 'shutdown'

export interface RunControls {
  readonly stop: AbortController
  readonly endSearch: AbortController
}

type Ended = 'committed' | Omit<RunEnding, 'progress'>

const stopped = (reason: StopReason): Ended =>
  reason === 'cancel' ? { status: 'Cancelled', cause: 'cancelled' } : { status: 'Failed', cause: 'serverStopped' }

interface Watch {
  readonly reporter: RunReporter
  readonly signal: AbortSignal
  readonly endSearch: AbortSignal
}

/**
 * Writes the plan in parts and puts it in force, unless its starter may not do that any more; null = working time or the plan in force has
 * changed since the plan was computed.
 */
const save = async (
  ctx: TenantContext,
  claim: RunClaim,
  plan: ComputedPlan & { readonly kind: 'plan' },
  computedOn: LoadedShop,
  { reporter, signal }: Watch,
): Promise<Ended | null> => {
  reporter.progress = summaryOf(reporter.progress, plan, 0)
  const { preview } = claim
  const { moved, projectIds } = await preparePlan(ctx, claim.runId, plan.parts, { signal, preview })
  if (signal.aborted) return stopped(signal.reason)
  await storeRunResult(ctx, claim.runId, plan.resultJson)
  const ofOneProject = claim.projectIds?.length === 1 || projectIds.length < 2
  const progress = { ...summaryOf(reporter.progress, plan, moved), ...(ofOneProject && { ofOneProject }) }
  // The run acts in the name of its starter, who may have lost the right meanwhile.
  if (!(await mayStillApply(ctx.app, claim))) return { status: 'Failed', cause: 'noRight' }
  const outcome = await commitPlan(ctx, claim, computedOn, progress, { projectIds })
  if (outcome === 'changed') return null
  if (outcome === 'cancelled') return stopped('cancel')
  return outcome === 'lost' ? stopped('lost') : 'committed'
}

const scopeOf = ({ projectId, projectIds }: RunClaim): ScheduleScope =>
  projectIds ? { projectIds } : projectId ? { projectId } : 'all'

const compute = (
  claim: RunClaim,
  snapshot: ShopSnapshot,
  { reporter, signal, endSearch }: Watch,
): Promise<ComputedPlan> => {
  const startedAtMs = performance.now()
  const onProgress = (progress: WorkerProgress) => {
    reporter.progress = progressOf(progress, performance.now() - startedAtMs)
  }
  const { seed, effort } = claim
  return computePlan(snapshot, { scope: scopeOf(claim), seed, effort }, { signal, endSearch, onProgress })
}

const attempt = async (ctx: TenantContext, claim: RunClaim, watch: Watch): Promise<Ended | null> => {
  if (watch.signal.aborted) return stopped(watch.signal.reason)
  const shop = await loadPacedShop(ctx, ctx.app.now().getTime(), 'plan')
  const plan = await compute(claim, shop.snapshot, watch)
  if (plan.kind === 'cancelled') return stopped(watch.signal.reason)
  if (plan.kind === 'violations') {
    watch.reporter.progress = { ...watch.reporter.progress, violations: [...plan.sentences] }
    return { status: 'Failed', cause: 'violations' }
  }
  return save(ctx, claim, plan, shop, watch)
}

/**
 * Executes a claimed run: snapshot, thread, checker, plan, switch. In every case the run ends with a status, and the plan
 * in force is the whole old one or the whole new one. `stop` carries a `StopReason`; `endSearch` has the best plan so far used.
 */
export const executeRun = async (
  app: AppServices,
  claim: RunClaim,
  { stop, endSearch }: RunControls,
  log: RunnerLog,
): Promise<void> => {
  const ctx = runContext(app, claim)
  const reporter = new RunReporter(app, claim, (order) => {
    if (order === 'endSearch') endSearch.abort()
    else stop.abort(order)
  })
  const facts = { runId: claim.runId, tenantId: claim.tenantId }
  const watch = { reporter, signal: stop.signal, endSearch: endSearch.signal }
  let ended: Ended | null = null
  let computed = 0
  try {
    while (!ended && computed < maxAttempts) {
      computed += 1
      ended = await attempt(ctx, claim, watch)
    }
    ended ??= { status: 'Failed', cause: 'dataChanged' }
  } catch (error) {
    log.error({ ...facts, err: error }, 'A scheduling run failed')
    ended = { status: 'Failed', cause: 'error' }
  }
  await reporter.stop()
  if (ended !== 'committed') {
    await endRun(ctx, claim, { ...ended, progress: reporter.progress })
    await dropPlan(ctx, claim.runId)
  }
  log.info({ ...facts, ended, computed }, 'A scheduling run ended')
}
