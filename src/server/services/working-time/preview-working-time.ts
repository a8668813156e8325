import type { WorkingTimeChange, WorkingTimePreview } from '#contract/working-time.ts'
import { mayMake } from '#domain/access/proposed-changes.ts'
import { applyChanges } from '#domain/proposals/apply-changes.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import { ForbiddenError, NotFoundError, RuleError, UnavailableError } from '../../errors.ts'
import { withTemplateDays } from '../holidays/holiday-templates.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import type { DatedRow } from '../scheduling/plan-rows.ts'
import { computePlan } from '../scheduling-runs/compute-plan.ts'
import { compareLoads } from './compare-loads.ts'
import { comparePlans } from './compare-plans.ts'

/** Well below the time limit of the request. */
const limitMs = 25_000
/** The seed of an ordinary run, so that a preview shows what the run would do. */
const seed = 1

const plan = async (snapshot: ShopSnapshot, signal: AbortSignal): Promise<DatedRow[]> => {
  const computed = await computePlan(snapshot, { scope: 'all', seed }, { signal, onProgress: () => {} })
  if (computed.kind === 'cancelled') throw new UnavailableError(undefined, 5)
  if (computed.kind === 'violations') {
    throw new RuleError('No plan keeps to this working time, so its effect cannot be shown.')
  }
  return computed.parts.flatMap((part) => JSON.parse(part) as DatedRow[])
}

/** Previews in a process run one after the other, each on two threads. A waiting preview can be cancelled. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Schedules everything twice, without and with an unsaved change, and returns the effect of the change alone. Stores nothing.
 * Ends when `signal` does. 403 for a change that the caller may not make, 503 after 25 s, 404 and 422 as `applyChanges`.
 */
export const previewWorkingTime = async (
  ctx: TenantContext,
  change: WorkingTimeChange,
  signal: AbortSignal,
): Promise<WorkingTimePreview> => {
  const decision = mayMake(ctx.role, [change])
  if (!decision.ok) throw new ForbiddenError(decision.reason)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const work = last.then(async () => {
    if (limited.aborted) throw new UnavailableError(undefined, 5)
    const nowMs = ctx.app.now().getTime()
    const { snapshot } = await loadShop(ctx, nowMs)
    const changed = applyChanges(snapshot, [await withTemplateDays(ctx, change)])
    if (!changed.ok) throw changed.code === 'notFound' ? new NotFoundError() : new RuleError(changed.reason)
    const shops = [snapshot, changed.snapshot] as const
    const plans = await Promise.all([plan(shops[0], limited), plan(shops[1], limited)])
    return { ...comparePlans(shops, plans), ...compareLoads(shops, plans) }
  })
  last = work.catch(() => undefined)
  return work
}
