import { and, eq } from 'drizzle-orm'
import type { MorningPlan } from '#contract/morning-plan.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { morningPlans } from '../../db/tables/morning-plans.table.ts'
import { proposals } from '../../db/tables/proposals.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/** Selects the morning plan of a local day. */
export const ofDay = ({ tenantId }: TenantContext, day: string) =>
  and(eq(morningPlans.tenantId, tenantId), eq(morningPlans.day, day))

const noEffect = { becameLate: 0, later: 0, noDate: 0, newDate: 0, recovered: 0, earlier: 0 } as const

/** The morning plan of a day, in a transaction; null if there is none. */
export const readMorningPlan = async (ctx: TenantContext, tx: Tx, day: string): Promise<MorningPlan | null> => {
  const [found] = await tx
    .select({ row: morningPlans, proposal: proposals })
    .from(morningPlans)
    .leftJoin(
      proposals,
      and(eq(proposals.tenantId, morningPlans.tenantId), eq(proposals.proposalId, morningPlans.proposalId)),
    )
    .where(ofDay(ctx, day))
  if (!found) return null
  const { row, proposal } = found
  const { outcome, heldBack, movedOperations } = row
  if (outcome === null) return null
  const summary = proposal?.summary ?? row.summary
  return {
    day,
    computedAt: (proposal?.computedAt ?? row.claimedAt).toISOString(),
    outcome,
    proposalId: proposal?.proposalId ?? null,
    effect: summary?.effect ?? noEffect,
    movedOperations: proposal?.movedOperations ?? movedOperations,
    lateDaysBefore: summary?.lateDaysBefore ?? 0,
    lateDays: summary?.lateDays ?? 0,
    heldBack: outcome === 'applied' ? null : heldBack,
    appliedBy: proposal?.appliedBy ?? null,
    changeId: proposal?.appliedChangeId ?? null,
  }
}

/** The morning plan of the organization's present day; null before it was computed, and on days without one. */
export const getMorningPlan = (ctx: TenantContext): Promise<MorningPlan | null> =>
  readTenant(ctx, async (tx) => {
    const [tenant] = await tx
      .select({ timeZone: tenants.timeZone })
      .from(tenants)
      .where(eq(tenants.tenantId, ctx.tenantId))
    const day = localDate(ctx.app.now().getTime(), tenant?.timeZone ?? 'UTC')
    return readMorningPlan(ctx, tx, day)
  })
