import type { ScheduleMethod, ScheduleScope } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import type { RunClaim } from '../services/scheduling-runs/claim-run.ts'
import { commitPlan } from '../services/scheduling-runs/commit-plan.ts'
import { type ComputedPlan, computePlan } from '../services/scheduling-runs/compute-plan.ts'
import { endRun, type RunEnding } from '../services/scheduling-runs/end-run.ts'
import type { ComputedOn } from '../services/scheduling-runs/keep-edits.ts'
import { mayStillApply } from '../services/scheduling-runs/may-still-apply.ts'
import { dropPlan } from '../services/scheduling-runs/prune-plans.ts'
import type { WorkerProgress } from '../services/scheduling-runs/schedule-messages.ts'
import { storeRunResult } from '../services/scheduling-runs/store-run-result.ts'
import { beginPlan, completePlan, writePlan } from '../services/scheduling-runs/write-plan.ts'
import { runContext } from './run-context.ts'
import { progressOf, summaryOf } from './run-progress.ts'
import { RunReporter } from './run-reporter.ts'
import type { RunnerLog } from './runner-log.ts'
import { takeInEdits } from './take-in-edits.ts'

/** How often a run computes the whole plan, when changes come that a finished plan cannot take in. */
const maxAttempts = 3
/** How often a finished plan takes in edits; each time takes as long as reading the shop and writing the plan. */
const mostTakenIn = 5

/** Why a run is stopped from outside. */
export type StopReason = 'cancel' | 'lost' | 'shutdown'

export interface RunControls {
  readonly stop: AbortController
  readonly endSearch: AbortController
}

type Ended = 'committed' | Omit<RunEnding, 'progress'>

const stopped = (reason: StopReason): Ended =>
  reason === 'cancel' ? { status: 'Cancelled', cause: 'cancelled' } : { status: 'Failed', cause: 'serverStopped' }

/**
 * Writes the plan in parts and puts it in force, unless its starter may not do that any more; null = the data has changed since the plan
 * was computed.
 */
const save = async (
  ctx: TenantContext,
  claim: RunClaim,
  plan: ComputedPlan & { kind: 'plan' },
  planVersion: number,
  { reporter, signal }: { reporter: RunReporter; signal: AbortSignal },
  editsOn?: ComputedOn,
): Promise<Ended | null> => {
  reporter.progress = summaryOf(reporter.progress, plan, 0)
  await beginPlan(ctx, claim.runId)
  let moved = 0
  const projectIds = new Set<string>()
  for (const part of plan.parts) {
    if (signal.aborted) return stopped(signal.reason)
    const written = await writePlan(ctx, claim.runId, part)
    moved += written.moved
    for (const id of written.projectIds) projectIds.add(id)
  }
  if (!claim.preview) await completePlan(ctx, claim.runId)
  if (signal.aborted) return stopped(signal.reason)
  await storeRunResult(ctx, claim.runId, plan.resultJson)
  const ofOneProject = claim.projectIds?.length === 1 || projectIds.size < 2
  const progress = { ...summaryOf(reporter.progress, plan, moved), ...(ofOneProject && { ofOneProject }) }
  const change = { projectIds: [...projectIds] }
  // The run acts in the name of its starter, who may have lost the right meanwhile.
  if (!(await mayStillApply(ctx.app, claim))) return { status: 'Failed', cause: 'noRight' }
  const outcome = await commitPlan(ctx, claim, planVersion, progress, { change, editsOn })
  if (outcome === 'changed') return null
  if (outcome === 'cancelled') return stopped('cancel')
  return outcome === 'lost' ? stopped('lost') : 'committed'
}

const scopeOf = ({ projectId, projectIds }: RunClaim): ScheduleScope =>
  projectIds ? { projectIds } : projectId ? { projectId } : 'all'

interface Watch {
  readonly reporter: RunReporter
  readonly signal: AbortSignal
  readonly endSearch: AbortSignal
}

type Plan = ComputedPlan & { readonly kind: 'plan' }

const compute = (
  claim: RunClaim,
  snapshot: ShopSnapshot,
  method: ScheduleMethod | undefined,
  { reporter, signal, endSearch }: Watch,
): Promise<ComputedPlan> => {
  const startedAtMs = performance.now()
  const onProgress = (progress: WorkerProgress) => {
    reporter.progress = progressOf(progress, performance.now() - startedAtMs)
  }
  const { seed, effort } = claim
  return computePlan(snapshot, { scope: scopeOf(claim), seed, effort, method }, { signal, endSearch, onProgress })
}

/** Takes the edits made since the computation into a finished plan and saves it; null = it cannot take them in. */
const saveWithEdits = async (
  ctx: TenantContext,
  claim: RunClaim,
  computed: { readonly plan: Plan; readonly snapshot: ShopSnapshot },
  watch: Watch,
): Promise<Ended | null> => {
  let { plan, snapshot } = computed
  for (let times = 0; times < mostTakenIn; times++) {
    if (watch.signal.aborted) return stopped(watch.signal.reason)
    watch.reporter.tookIn += 1
    const newest = await loadShop(ctx, computed.snapshot.nowMs)
    const edited = await takeInEdits(snapshot, newest.snapshot, plan.parts)
    const kept = edited && (await compute(claim, edited, 'keepSequence', watch))
    if (kept?.kind === 'cancelled') return stopped(watch.signal.reason)
    if (kept?.kind !== 'plan' || kept.summary.unplacedOperations > plan.summary.unplacedOperations) return null
    const { lateProjects, lateDays, placedOperations, unplacedOperations } = kept.summary
    const figures = { lateProjects, lateDays, placedOperations, unplacedOperations }
    // The result of the run compares with the plan that it found; edits made meanwhile are not part of it.
    plan = { ...kept, resultJson: plan.resultJson, search: plan.search, summary: { ...plan.summary, ...figures } }
    snapshot = newest.snapshot
    // A later edit does not stop the save: the forecast takes it in, as after any run.
    const ended = await save(ctx, claim, plan, newest.planVersion, watch, newest)
    if (ended) return ended
  }
  return { status: 'Failed', cause: 'dataChanged' }
}

const attempt = async (ctx: TenantContext, claim: RunClaim, watch: Watch): Promise<Ended | null> => {
  const { snapshot, planVersion } = await loadShop(ctx, ctx.app.now().getTime())
  const plan = await compute(claim, snapshot, undefined, watch)
  if (plan.kind === 'cancelled') return stopped(watch.signal.reason)
  if (plan.kind === 'violations') {
    watch.reporter.progress = { ...watch.reporter.progress, violations: [...plan.sentences] }
    return { status: 'Failed', cause: 'violations' }
  }
  return (await save(ctx, claim, plan, planVersion, watch)) ?? saveWithEdits(ctx, claim, { plan, snapshot }, watch)
}

const attempts = async (ctx: TenantContext, claim: RunClaim, watch: Watch): Promise<Ended> => {
  for (let tries = 0; tries < maxAttempts; tries++) {
    if (watch.signal.aborted) return stopped(watch.signal.reason)
    const ended = await attempt(ctx, claim, watch)
    if (ended) return ended
  }
  return { status: 'Failed', cause: 'dataChanged' }
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
  let ended: Ended
  try {
    ended = await attempts(ctx, claim, { reporter, signal: stop.signal, endSearch: endSearch.signal })
  } catch (error) {
    log.error({ ...facts, err: error }, 'A scheduling run failed')
    ended = { status: 'Failed', cause: 'error' }
  }
  await reporter.stop()
  if (ended !== 'committed') {
    await endRun(ctx, claim, { ...ended, progress: reporter.progress })
    await dropPlan(ctx, claim.runId)
  }
  log.info({ ...facts, ended, tookIn: reporter.tookIn }, 'A scheduling run ended')
}
