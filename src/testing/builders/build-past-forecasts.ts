import { weekOf } from '#domain/analytics/weeks.ts'
import type { TenantContext } from '#server/context.ts'
import { pastForecasts } from '#server/db/tables/past-forecasts.table.ts'

/** What was said about a project at one moment; instants are epoch ms. */
export interface PastForecastInput {
  readonly saidMs: number
  readonly endMs: number
  readonly odds?: { readonly p10Ms: number; readonly p50Ms: number; readonly p80Ms: number; readonly p90Ms: number }
  readonly chance?: number
  readonly shipMs?: number
  readonly cause?: { readonly code: NonNullable<typeof pastForecasts.$inferInsert.cause>; readonly categoryId?: string }
}

const instant = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms))

/** Stores forecasts of earlier weeks, as the job did then. Weeks begin on Monday, in UTC. */
export const buildPastForecasts = async (
  ctx: TenantContext,
  projectId: string,
  said: readonly PastForecastInput[],
): Promise<void> => {
  const rows = said.map(({ saidMs, endMs, odds, chance, shipMs, cause }) => ({
    tenantId: ctx.tenantId,
    projectId,
    week: weekOf(new Date(saidMs).toISOString().slice(0, 10), 1),
    saidAt: new Date(saidMs),
    forecastEnd: new Date(endMs),
    p10: instant(odds?.p10Ms),
    p50: instant(odds?.p50Ms),
    p80: instant(odds?.p80Ms),
    p90: instant(odds?.p90Ms),
    onTimeChance: chance ?? null,
    plannedShipDate: instant(shipMs),
    cause: cause?.code ?? null,
    causeCategoryId: cause?.categoryId ?? null,
  }))
  await ctx.app.db.withTenant(ctx, (tx) => tx.insert(pastForecasts).values(rows))
}
