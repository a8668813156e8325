import { eq } from 'drizzle-orm'
import { localDay } from '#domain/projects/local-day.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { forEverybody } from '../../db/caller.ts'
import { forecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { refreshForecast } from './refresh-forecast.ts'

/** A forecast is computed again when it is older, as time moves work that is not done. */
export const mostAgeMs = 60_000
/** Whoever asks waits for the forecast of a shop of so many operations; of a larger one the stored one is shown meanwhile. */
const mostAwaitedOperations = 5_000
const tries = 3

export interface ForecastState {
  /** null = none was ever computed. */
  readonly computedAt: Date | null
  readonly comparedWith: Date | null
  readonly isCurrent: boolean
  readonly operationCount: number
  /** Of the plan it was computed from; null = none was. */
  readonly planVersion: number | null
}

/** Days past due and overdue are counted to today: what was computed yesterday says another number than what is counted now. */
const isSameDay = (nowMs: number, atMs: number, zone: string): boolean => localDay(nowMs, zone) === localDay(atMs, zone)

/** Whether the stored forecast is that of the organization as it is now. */
export const readForecastState = (ctx: TenantContext): Promise<ForecastState> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ planVersion: tenants.planVersion, timeZone: tenants.timeZone, forecast: forecasts })
      .from(tenants)
      .leftJoin(forecasts, eq(forecasts.tenantId, tenants.tenantId))
      .where(eq(tenants.tenantId, ctx.tenantId))
    const forecast = row?.forecast ?? null
    const nowMs = ctx.app.now().getTime()
    const computedMs = forecast?.computedAt.getTime() ?? -Infinity
    const ageMs = nowMs - computedMs
    const isRecent = ageMs >= 0 && ageMs < mostAgeMs && isSameDay(nowMs, computedMs, row?.timeZone ?? 'UTC')
    return {
      computedAt: forecast?.computedAt ?? null,
      comparedWith: forecast?.comparedWith ?? null,
      isCurrent: forecast?.planVersion === row?.planVersion && isRecent,
      operationCount: forecast?.operationCount ?? 0,
      planVersion: forecast?.planVersion ?? null,
    }
  })

/**
 * Whether browsers must be told of a new forecast: not of a small shop's after a change that they hear of anyway, because whoever
 * asks then is answered with it.
 */
const isNews =
  ({ operationCount, planVersion }: ForecastState) =>
  (newVersion: number): boolean =>
    operationCount > mostAwaitedOperations || planVersion === newVersion

/** Being computed now, by database and organization. */
const running = new WeakMap<object, Map<string, Promise<void>>>()

/** Computes the forecast unless it is current; one at a time per organization in this process. */
export const keepForecast = async (ctx: TenantContext): Promise<void> => {
  const { db }: AppServices = ctx.app
  const own = running.get(db.close) ?? new Map<string, Promise<void>>()
  running.set(db.close, own)
  for (let left = tries; left > 0; left--) {
    const known = await readForecastState(ctx)
    if (known.isCurrent && !own.has(ctx.tenantId)) return
    const begin = () => forEverybody(() => refreshForecast(ctx, isNews(known)))
    const work = own.get(ctx.tenantId) ?? begin().finally(() => own.delete(ctx.tenantId))
    own.set(ctx.tenantId, work)
    await work
  }
}

/** Contexts of requests that have waited already. */
const settled = new WeakSet<TenantContext>()

/**
 * Call before reading what depends on the forecast: of a shop whose forecast takes a moment it is current afterwards; of a large
 * one the stored one is read, and who looks at it is told when a newer one is there.
 */
export const awaitForecast = async (ctx: TenantContext): Promise<void> => {
  if (settled.has(ctx)) return
  const state = await readForecastState(ctx)
  if (state.isCurrent) return
  if (state.computedAt === null || state.operationCount <= mostAwaitedOperations) await keepForecast(ctx)
}

/** The same once for everything that is read with this context, which is that of one request. */
export const settleForecast = async (ctx: TenantContext): Promise<void> => {
  await awaitForecast(ctx)
  settled.add(ctx)
}
