import { and, eq } from 'drizzle-orm'
import type { WorkingTimeChange, WorkingTimePreview } from '#contract/working-time.ts'
import { mayPreviewChange } from '#domain/access/preview-change.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { CalendarException } from '#domain/time/calendar-rules.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { ForbiddenError, NotFoundError, RuleError, UnavailableError } from '../../errors.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import type { DatedRow } from '../scheduling/plan-rows.ts'
import { computePlan } from '../scheduling-runs/compute-plan.ts'
import { applyChange, resolveChange } from './apply-change.ts'
import { compareLoads } from './compare-loads.ts'
import { comparePlans } from './compare-plans.ts'

/** Overtime or downtime as input of the calendar. 404. */
const findException = async (ctx: TenantContext, exceptionId: string): Promise<CalendarException> => {
  const [row] = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(calendarExceptions)
      .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.exceptionId, exceptionId))),
  )
  if (!row) throw new NotFoundError()
  const { kind, name, startsAt, endsAt, categoryId } = row
  return { kind, name, startMs: startsAt.getTime(), endMs: endsAt.getTime(), categoryId }
}

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
 * Ends when `signal` does. 403 for a change that the caller may not make, 503 after 25 s, 404 and 400 as `applyChange`.
 */
export const previewWorkingTime = async (
  ctx: TenantContext,
  change: WorkingTimeChange,
  signal: AbortSignal,
): Promise<WorkingTimePreview> => {
  const decision = mayPreviewChange(ctx.role, change.kind)
  if (!decision.ok) throw new ForbiddenError(decision.reason)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const work = last.then(async () => {
    if (limited.aborted) throw new UnavailableError(undefined, 5)
    const nowMs = ctx.app.now().getTime()
    const { snapshot } = await loadShop(ctx, nowMs)
    const zone = change.kind === 'organisation' ? change.timeZone : undefined
    const moved = zone ? (await loadShop(ctx, nowMs, zone)).snapshot : snapshot
    const removed =
      change.kind === 'exception' && change.exceptionId ? await findException(ctx, change.exceptionId) : null
    const shops = [snapshot, applyChange(moved, await resolveChange(ctx, change), removed)] as const
    const plans = await Promise.all([plan(shops[0], limited), plan(shops[1], limited)])
    return { ...comparePlans(shops, plans), ...compareLoads(shops, plans) }
  })
  last = work.catch(() => undefined)
  return work
}
