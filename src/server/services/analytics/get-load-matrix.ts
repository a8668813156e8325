import { sql } from 'drizzle-orm'
import type { LoadMatrix } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { type DoneWork, hasLoad, loadPeriods, type PlannedWork, workCenterLoad } from '#domain/analytics/load.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
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

/** The instants that bound the work of some weeks or days. */
export interface LoadFrame {
  /** The start of each period, and the end of the last one. */
  readonly bounds: readonly number[]
  readonly firstMs: number
  readonly lastMs: number
  readonly nowMs: number
  /** Start of the calendars. Work that began earlier counts as done before the first week. */
  readonly calendarsFromMs: number
}

/** The weeks of a load matrix. */
interface WeekFrame extends LoadFrame {
  readonly tenant: TenantSettings
  readonly first: string
  readonly thisWeek: string
}

const daysBefore = 100
/** A calendar is worked out day by day from now to the weeks that are asked for. */
const mostYearsAhead = 10

/** The frame of the periods between some instants. */
const frameOf = (bounds: readonly number[], nowMs: number): LoadFrame => {
  const [firstMs, lastMs] = [bounds[0] ?? nowMs, bounds.at(-1) ?? nowMs]
  return { bounds, firstMs, lastMs, nowMs, calendarsFromMs: Math.min(nowMs, firstMs) - daysBefore * 86_400_000 }
}

/** Throws 400 when a day is too far ahead. */
const requireNear = (day: string, today: string): void => {
  if (day > addDays(today, mostYearsAhead * 366))
    throw new ValidationError([{ path: 'from', message: `At most ${mostYearsAhead} years ahead` }])
}

interface DayFrame extends LoadFrame {
  readonly timeZone: string
  readonly today: string
  readonly days: readonly string[]
}

/** Days from `from` on (default: today) and their instants. 400 when they are too far ahead. */
export const dayFrame = async (
  ctx: TenantContext,
  tx: Tx,
  { from, days: count }: { readonly from?: string | undefined; readonly days: number },
): Promise<DayFrame> => {
  const { timeZone } = await readTenantSettings(ctx, tx)
  const nowMs = ctx.app.now().getTime()
  const today = localDate(nowMs, timeZone)
  const first = from ?? today
  requireNear(first, today)
  const days = Array.from({ length: count }, (_, index) => addDays(first, index))
  const bounds = [...days, addDays(first, count)].map((day) => dateOnlyToMs(day, timeZone, 0))
  return { ...frameOf(bounds, nowMs), timeZone, today, days }
}

/** The weeks and their instants. 400 when they are too far ahead. */
export const loadFrame = async (
  ctx: TenantContext,
  tx: Tx,
  query: Pick<LoadQuery, 'from' | 'weeks'>,
): Promise<WeekFrame> => {
  const tenant = await readTenantSettings(ctx, tx)
  const nowMs = ctx.app.now().getTime()
  const { timeZone, weekStartsOn } = tenant
  const thisWeek = weekOf(localDate(nowMs, timeZone), weekStartsOn)
  const first = weekOf(query.from ?? thisWeek, weekStartsOn)
  requireNear(first, thisWeek)
  return { ...frameOf(weekBounds(first, query.weeks, timeZone), nowMs), tenant, first, thisWeek }
}

type Filter = Pick<LoadQuery, 'categoryId' | 'phase'>

/** Planned work by work center and pool that begins before the end of the last period or before now, so it contains all backlog. */
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

/** Work done in the past periods of the frame, by work center and pool. The current one needs none. */
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

/** Load and backlog of every work center and pool in the periods of a frame, by `domain/analytics/load.ts`. */
export const readLoads = async (
  ctx: TenantContext,
  tx: Tx,
  frame: LoadFrame,
  query: Filter,
): Promise<LoadMatrix['workCenters']> => {
  const { bounds, nowMs } = frame
  const calendars = await readCalendars(ctx, tx, frame.calendarsFromMs)
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
  return workCenters
}

/** The load by week, for the dashboard and for analytics. */
export const readLoadMatrix = async (ctx: TenantContext, tx: Tx, query: LoadQuery): Promise<LoadMatrix> => {
  const frame = await loadFrame(ctx, tx, query)
  const { tenant, first, thisWeek, nowMs } = frame
  const workCenters = await readLoads(ctx, tx, frame, query)
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
