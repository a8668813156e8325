import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { localDay } from '#domain/projects/local-day.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { forecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { forEverybody } from '../../waiting-caller.ts'
import { doOrAwait } from './claim-forecast.ts'
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
  /** It was computed from the plan as it is now, however long ago. */
  readonly isOfPlan: boolean
  readonly operationCount: number
  /** Of the plan it was computed from; null = none was. */
  readonly planVersion: number | null
}

/** Days past due and overdue are counted to today: what was computed yesterday says another number than what is counted now. */
const isSameDay = (nowMs: number, atMs: number, zone: string): boolean => localDay(nowMs, zone) === localDay(atMs, zone)

/** Organizations whose stored forecast is shown until there is a newer one, by database: nobody has to look first. */
const unawaited = new WeakMap<object, Set<string>>()

const unawaitedOf = ({ db }: AppServices): Set<string> => {
  const known = unawaited.get(db.close) ?? new Set<string>()
  unawaited.set(db.close, known)
  return known
}

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
    const isOfPlan = forecast?.planVersion === row?.planVersion
    if (forecast && forecast.operationCount > mostAwaitedOperations) unawaitedOf(ctx.app).add(ctx.tenantId)
    else unawaitedOf(ctx.app).delete(ctx.tenantId)
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
 * Whether browsers must be told of a new forecast: not of a small shop's after a change that they hear of anyway, because whoever
 * asks then is answered with it.
 */
const isNews =
  ({ operationCount, planVersion }: ForecastState) =>
  (newVersion: number): boolean =>
    operationCount > mostAwaitedOperations || planVersion === newVersion

/** A server, by its database: what it is called in claims, and what it is computing now, by organization. */
const servers = new WeakMap<object, { readonly id: string; readonly running: Map<string, Promise<void>> }>()

/** Computes the forecast unless it is current; one at a time per organization, also of several servers. */
export const keepForecast = async (ctx: TenantContext): Promise<void> => {
  const { db }: AppServices = ctx.app
  const server = servers.get(db.close) ?? { id: randomUUID(), running: new Map<string, Promise<void>>() }
  servers.set(db.close, server)
  const { id, running: own } = server
  for (let left = tries; left > 0; left--) {
    const known = await readForecastState(ctx)
    if (known.isCurrent && !own.has(ctx.tenantId)) return
    const refresh = () => refreshForecast(ctx, isNews(known))
    const begin = () => forEverybody(() => doOrAwait(ctx, id, refresh))
    const work = own.get(ctx.tenantId) ?? begin().finally(() => own.delete(ctx.tenantId))
    own.set(ctx.tenantId, work)
    await work
  }
}

/** Contexts of requests that have waited already. */
const awaited = new WeakSet<TenantContext>()

/**
 * Call before reading what depends on the forecast: of a shop whose forecast takes a moment it is current afterwards; of a large
 * one the stored one is read, and who looks at it is told when a newer one is there.
 */
export const awaitForecast = async (ctx: TenantContext): Promise<void> => {
  if (awaited.has(ctx) || unawaitedOf(ctx.app).has(ctx.tenantId)) return
  const state = await readForecastState(ctx)
  if (state.isCurrent) return
  if (state.computedAt === null || state.operationCount <= mostAwaitedOperations) await keepForecast(ctx)
}

/** The same once for everything that is read with this context, which is that of one request. */
export const awaitForecastOnce = async (ctx: TenantContext): Promise<void> => {
  await awaitForecast(ctx)
  awaited.add(ctx)
}
