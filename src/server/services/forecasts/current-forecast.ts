import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { localDay } from '#domain/projects/local-day.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { forecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { oncePerServer } from '../../server-caches.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { doOrAwait } from './claim-forecast.ts'
import { refreshForecast } from './refresh-forecast.ts'

/** Older forecasts are computed again, because open work moves as time passes. */
const mostAgeMs = 60_000
/** Up to this many operations a request waits for a new forecast. For larger shops it gets the stored one. */
const mostAwaitedOperations = 5_000
const tries = 3

export interface ForecastState {
  /** null = no forecast was computed yet. */
  readonly computedAt: Date | null
  readonly comparedWith: Date | null
  readonly isCurrent: boolean
  /** Whether it was computed from the present version of the plan, at any time. */
  readonly isOfPlan: boolean
  readonly operationCount: number
  /** Version of the plan from which it was computed. null = no forecast was computed yet. */
  readonly planVersion: number | null
}

/** Days past due and overdue are counted up to today, so a forecast from yesterday has other numbers. */
const isSameDay = (nowMs: number, atMs: number, zone: string): boolean => localDay(nowMs, zone) === localDay(atMs, zone)

const forecastsOf = oncePerServer(() => ({
  /** Name of the server in claims. */
  serverId: randomUUID(),
  /** Organizations whose requests get the stored forecast without checking whether it is current. */
  unawaited: new Set<string>(),
  /** Running computations by organization. */
  running: new Map<string, Promise<void>>(),
  /** Until when, by `performance.now()`, organizations do not try again to have a forecast stored. */
  unstorable: new Map<string, number>(),
}))

/** The facts about the stored forecast, and whether it is current. */
export const readForecastState = (ctx: TenantContext): Promise<ForecastState> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ planVersion: tenants.planVersion, timeZone: tenants.timeZone, forecast: forecasts })
      .from(tenants)
      .leftJoin(forecasts, eq(forecasts.tenantId, tenants.tenantId))
      .where(eq(tenants.tenantId, ctx.tenantId))
    const { unawaited } = forecastsOf(ctx.app)
    const forecast = row?.forecast ?? null
    const nowMs = ctx.app.now().getTime()
    const computedMs = forecast?.computedAt.getTime() ?? -Infinity
    // The clock of a cached answer stands at the last full minute, and the forecast may be newer.
    const isRecent = Math.abs(nowMs - computedMs) < mostAgeMs && isSameDay(nowMs, computedMs, row?.timeZone ?? 'UTC')
    const isOfPlan = forecast?.planVersion === row?.planVersion
    if (forecast && forecast.operationCount > mostAwaitedOperations) unawaited.add(ctx.tenantId)
    else unawaited.delete(ctx.tenantId)
    return {
      computedAt: forecast?.computedAt ?? null,
      comparedWith: forecast?.comparedWith ?? null,
      isCurrent: isOfPlan && isRecent,
      isOfPlan,
      operationCount: forecast?.operationCount ?? 0,
      planVersion: forecast?.planVersion ?? null,
    }
  })

/**
 * Whether to tell browsers about a new forecast. Not needed for a small shop after a change: browsers hear of the change, and
 * their next request gets the new forecast.
 */
const isNews =
  ({ operationCount, planVersion }: ForecastState) =>
  (newVersion: number): boolean =>
    operationCount > mostAwaitedOperations || planVersion === newVersion

/** Computes the forecast unless it is current. Runs one computation at a time per organization, even with several servers. */
export const keepForecast = async (ctx: TenantContext): Promise<void> => {
  const { serverId, running: own } = forecastsOf(ctx.app)
  for (let left = tries; left > 0; left--) {
    const known = await readForecastState(ctx)
    if (known.isCurrent && !own.has(ctx.tenantId)) return
    const refresh = async () => {
      // Another server may have ended its computation just before this one made its claim.
      const found = await readForecastState(ctx)
      if (found.isCurrent) return
      // What is left of a full disk is not for what can be computed again.
      ctx.app.db.assertRoom()
      await refreshForecast(ctx, isNews(found))
    }
    const begin = () => forEverybody(() => doOrAwait(ctx, serverId, refresh))
    const work = own.get(ctx.tenantId) ?? begin().finally(() => own.delete(ctx.tenantId))
    own.set(ctx.tenantId, work)
    await work
  }
}

/** For so long no request tries again to have a forecast stored, where that was not possible. */
const unstorableForMs = 5_000

/**
 * Call before reading data that depends on the forecast. For a small shop the forecast is current afterwards. For a large one
 * the stored forecast is read, and browsers are told when a newer one is stored. It is read as well while the database stores nothing
 * (a full disk), so that reading goes on.
 */
export const awaitForecast = async (ctx: TenantContext): Promise<void> => {
  const { unawaited, unstorable } = forecastsOf(ctx.app)
  if (unawaited.has(ctx.tenantId)) return
  const state = await readForecastState(ctx)
  if (state.isCurrent) return
  if (state.computedAt !== null && state.operationCount > mostAwaitedOperations) return
  if ((unstorable.get(ctx.tenantId) ?? 0) > performance.now()) return
  unstorable.delete(ctx.tenantId)
  if (!(await storeIfPossible(() => keepForecast(ctx)))) {
    unstorable.set(ctx.tenantId, performance.now() + unstorableForMs)
  }
}
