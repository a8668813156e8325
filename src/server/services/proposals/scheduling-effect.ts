import { and, count, eq } from 'drizzle-orm'
import type { SchedulingEffect } from '#contract/proposals.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { SharedWork } from '../../waiting-caller.ts'
import { computeProposal } from './compute-proposal.ts'

type Computed = Omit<SchedulingEffect, 'behindPlan'>

interface Kept {
  readonly planId: string
  readonly askedMs: number
  /** How long the computation took; null while it runs. */
  tookMs: number | null
  readonly computed: SharedWork<Computed>
}

/** The last answer of each organization, by database. */
const allKept = new WeakMap<object, Map<string, Kept>>()

const keptOf = ({ db }: AppServices): Map<string, Kept> => {
  const kept = allKept.get(db.close) ?? new Map<string, Kept>()
  allKept.set(db.close, kept)
  return kept
}

const leastAgeMs = 60_000
/** Computing takes at most this part of a processor, however often people edit and ask. */
const mostShare = 1 / 60

const isGood = ({ planId, askedMs, tookMs, computed }: Kept, planIdNow: string, nowMs: number): boolean => {
  if (planId !== planIdNow || computed.isGivenUp) return false
  if (tookMs === null) return true
  const ageMs = nowMs - askedMs
  return ageMs >= 0 && ageMs < Math.max(leastAgeMs, tookMs / mostShare)
}

const compute = async (ctx: TenantContext): Promise<Computed> => {
  const { computedAt, summary, result } = await computeProposal(ctx, { changes: [], method: 'optimize' })
  const { effect, movedAsForecast, lateDaysBefore, lateDays } = summary
  return {
    computedAt: computedAt.toISOString(),
    effect,
    movedOperations: result.movedOperations,
    ...(movedAsForecast !== undefined && { movedAsForecast }),
    lateDaysBefore,
    lateDays,
  }
}

const readState = (ctx: TenantContext) =>
  readTenant(ctx, async (tx) => {
    const [tenant] = await tx.select({ planId: tenants.planId }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
    const [behind] = await tx
      .select({ operations: count() })
      .from(operationForecasts)
      .where(and(eq(operationForecasts.tenantId, ctx.tenantId), operationForecasts.behindPlan))
    return { planId: tenant?.planId ?? '', behindPlan: behind?.operations ?? 0 }
  })

/**
 * Computes the effect of "Schedule all" at this moment. Concurrent callers share one computation. It counts as a
 * question of the first caller, and ends when all of them have left. 429 and 503 as `computeProposal`.
 */
export const getSchedulingEffect = async (ctx: TenantContext): Promise<SchedulingEffect> => {
  const { planId, behindPlan } = await readState(ctx)
  const nowMs = ctx.app.now().getTime()
  const all = keptOf(ctx.app)
  const last = all.get(ctx.tenantId)
  if (last && isGood(last, planId, nowMs)) return { ...(await last.computed.result()), behindPlan }
  const beganMs = performance.now()
  const kept: Kept = { planId, askedMs: nowMs, tookMs: null, computed: new SharedWork(() => compute(ctx)) }
  all.set(ctx.tenantId, kept)
  try {
    const computed = await kept.computed.result()
    kept.tookMs = performance.now() - beganMs
    return { ...computed, behindPlan }
  } catch (error) {
    if (all.get(ctx.tenantId) === kept) all.delete(ctx.tenantId)
    throw error
  }
}
