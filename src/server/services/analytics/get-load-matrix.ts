import { sql } from 'drizzle-orm'
import type { LoadMatrix } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { type DoneWork, hasLoad, loadPeriods, type PlannedWork, workCenterLoad } from '#domain/analytics/load.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, instantOf, preferHashes, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { ValidationError } from '../../errors.ts'
import { pacer } from '../../pace.ts'
import { begunAt, doneHours, doneWork, leftHours, plannedWork } from '../operations/planned-work.ts'
import { readTenantSettings, type TenantSettings } from './resolve-range.ts'
import { readCalendars } from './work-center-calendars.ts'

export interface LoadQuery {
  /** A day of the first week. Default: today. */
  readonly from?: string | undefined
  readonly weeks: number
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

/** The weeks of a load matrix, and the instants that bound its work. */
export interface LoadFrame {
  readonly tenant: TenantSettings
  readonly first: string
  readonly thisWeek: string
  /** The start of each week, and the end of the last one. */
  readonly bounds: readonly number[]
  readonly firstMs: number
  readonly lastMs: number
  readonly nowMs: number
  /** Start of the calendars. Work that began earlier counts as done before the first week. */
  readonly calendarsFromMs: number
}

const daysBefore = 100
/** A calendar is worked out day by day from now to the weeks that are asked for. */
const mostYearsAhead = 10

/** The weeks and their instants. 400 when they are too far ahead. */
export const loadFrame = async (
  ctx: TenantContext,
  tx: Tx,
  query: Pick<LoadQuery, 'from' | 'weeks'>,
): Promise<LoadFrame> => {
  const tenant = await readTenantSettings(ctx, tx)
  const nowMs = ctx.app.now().getTime()
  const { timeZone, weekStartsOn } = tenant
  const thisWeek = weekOf(localDate(nowMs, timeZone), weekStartsOn)
  const first = weekOf(query.from ?? thisWeek, weekStartsOn)
  if (first > addDays(thisWeek, mostYearsAhead * 366))
    throw new ValidationError([{ path: 'from', message: `At most ${mostYearsAhead} years ahead` }])
  const bounds = weekBounds(first, query.weeks, timeZone)
  const [firstMs, lastMs] = [bounds[0] ?? nowMs, bounds.at(-1) ?? nowMs]
  const calendarsFromMs = Math.min(nowMs, firstMs) - daysBefore * 86_400_000
  return { tenant, first, thisWeek, bounds, firstMs, lastMs, nowMs, calendarsFromMs }
}

type Filter = Pick<LoadQuery, 'categoryId' | 'phase'>

/** Planned work by work center and pool that begins before the end of the last week or before now, so it contains all backlog. */
const readPlanned = async (
  ctx: TenantContext,
  tx: Tx,
  { lastMs, nowMs }: LoadFrame,
  filter: Filter,
): Promise<Map<string, PlannedWork[]>> => {
  const before = instantOf(Math.max(lastMs, nowMs))
  const rows = await readJsonArrays<[categoryId: string, starts: number[], ends: number[], left: number[]]>(
    tx,
    [sql`resource_id`, sql`starts`, sql`ends`, sql`hours`],
    sql`(select resource_id, json_agg(${epochMs(begunAt)}) as starts,
        json_agg(${epochMs(sql`scheduled_end_date`)}) as ends, json_agg(${leftHours}) as hours
      from ${plannedWork(ctx, { ...filter, before })} group by 1) o`,
  )
  return new Map(
    rows.map(([categoryId, starts, ends, left]) => [
      categoryId,
      starts.map((startMs, index) => ({ startMs, endMs: ends[index] ?? startMs, leftHours: left[index] ?? 0 })),
    ]),
  )
}

/** Work done in the past weeks of the frame, by work center and pool. The current week needs none. */
const readDone = async (
  ctx: TenantContext,
  tx: Tx,
  { bounds, firstMs, nowMs }: LoadFrame,
  filter: Filter,
): Promise<Map<string, DoneWork[]>> => {
  const done = new Map<string, DoneWork[]>()
  const untilMs = bounds.findLast((bound) => bound <= nowMs) ?? firstMs
  if (untilMs <= firstMs) return done
  const rows = await readJsonArrays<[categoryId: string, startMs: number, endMs: number | null, doneHours: number]>(
    tx,
    [sql`resource_id`, epochMs(begunAt), epochMs(sql`actual_end_date`), doneHours],
    doneWork(ctx, { ...filter, after: instantOf(firstMs), before: instantOf(untilMs) }),
  )
  for (const [categoryId, startMs, endMs, hours] of rows) {
    const own = done.get(categoryId) ?? []
    own.push({ startMs, untilMs: endMs ?? nowMs, doneHours: hours })
    done.set(categoryId, own)
  }
  return done
}

/** Load and backlog of every work center and pool by `domain/analytics/load.ts`, for the dashboard and for analytics. */
export const readLoadMatrix = async (ctx: TenantContext, tx: Tx, query: LoadQuery): Promise<LoadMatrix> => {
  const frame = await loadFrame(ctx, tx, query)
  const { tenant, bounds, first, thisWeek, nowMs } = frame
  const calendars = await readCalendars(ctx, tx, tenant, frame.calendarsFromMs)
  await preferHashes(tx)
  const planned = await readPlanned(ctx, tx, frame, query)
  const done = await readDone(ctx, tx, frame, query)
  const workCenters: LoadMatrix['workCenters'] = []
  const pause = pacer()
  for (const { center, calendar, capacity } of calendars) {
    if (!hasLoad(center) || (query.categoryId && center.categoryId !== query.categoryId)) continue
    const { shiftId: _, ...shown } = center
    const [plannedHere, doneHere] = [planned.get(center.categoryId) ?? [], done.get(center.categoryId) ?? []]
    workCenters.push({
      ...shown,
      ...workCenterLoad(loadPeriods(calendar, capacity, bounds, nowMs), plannedHere, doneHere),
    })
    await pause()
  }
  return {
    timeZone: tenant.timeZone,
    now: new Date(nowMs).toISOString(),
    weeks: Array.from({ length: query.weeks }, (_, index) => {
      const week = addDays(first, index * 7)
      return { week, isCurrent: week === thisWeek }
    }),
    workCenters,
  }
}

/** Load per work center and week, with the backlog. */
export const getLoadMatrix = (ctx: TenantContext, query: LoadQuery): Promise<LoadMatrix> =>
  readTenant(ctx, (tx) => readLoadMatrix(ctx, tx, query))
