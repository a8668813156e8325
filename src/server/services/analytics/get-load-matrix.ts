import { sql } from 'drizzle-orm'
import type { LoadMatrix } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { addDone, addLoad, loadCalendarDays, openHours, workAt } from '#domain/analytics/load-matrix.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { begunAt, doneHours, doneWork, leftHours, plannedWork } from './planned-work.ts'
import { epochMs, instantOf, preferHashes, readJson } from './read-json.ts'
import { type Organisation, readOrganisation } from './resolve-range.ts'
import { readCalendars } from './work-centre-calendars.ts'

export interface LoadQuery {
  /** A day of the first week; today unless said. */
  readonly from?: string | undefined
  readonly weeks: number
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

/** Of an operation: its work centre, planned start (epoch ms) and hours left. */
export type PlannedWork = readonly [categoryId: string, startMs: number, leftHours: number]

/** Of an operation that has begun: its work centre, start, end (null = it runs) and what is done of its hours. */
export type WorkedHours = readonly [categoryId: string, startMs: number, endMs: number | null, doneHours: number]

export interface LoadWork {
  readonly planned: Iterable<PlannedWork>
  readonly done: Iterable<WorkedHours>
}

interface MatrixFrame {
  readonly organisation: Organisation
  readonly first: string
  readonly thisWeek: string
  /** Instants between which the weeks lie. */
  readonly bounds: readonly number[]
}

/** Which weeks a matrix covers. */
export const loadFrame = async (
  ctx: TenantContext,
  tx: Tx,
  query: Pick<LoadQuery, 'from' | 'weeks'>,
): Promise<MatrixFrame> => {
  const organisation = await readOrganisation(ctx, tx)
  const { timeZone, weekStartsOn } = organisation
  const thisWeek = weekOf(localDate(ctx.app.now().getTime(), timeZone), weekStartsOn)
  const first = weekOf(query.from ?? thisWeek, weekStartsOn)
  return { organisation, first, thisWeek, bounds: weekBounds(first, query.weeks, timeZone) }
}

/** From when on calendars are needed to say what of a load is done. */
export const loadCalendarStart = (bounds: readonly number[], nowMs: number): number =>
  Math.min(nowMs, bounds[0] ?? nowMs) - loadCalendarDays * 86_400_000

/** Spreads work over the weeks of a frame. */
export const fillLoadMatrix = async (
  ctx: TenantContext,
  tx: Tx,
  { organisation, first, thisWeek, bounds }: MatrixFrame,
  { planned, done }: LoadWork,
): Promise<LoadMatrix> => {
  const now = ctx.app.now()
  const nowMs = now.getTime()
  const weeks = bounds.length - 1
  const calendars = await readCalendars(ctx, tx, organisation, loadCalendarStart(bounds, nowMs))
  const rows = new Map(
    calendars.map(({ centre, calendar }) => {
      const loadHours: number[] = Array.from({ length: weeks }, () => 0)
      return [centre.categoryId, { centre, calendar, boundsWork: workAt(calendar, bounds), loadHours }] as const
    }),
  )
  for (const [categoryId, startMs, endMs, hours] of done) {
    const row = rows.get(categoryId)
    if (row)
      addDone(row.loadHours, row.calendar, row.boundsWork, { startMs, untilMs: endMs ?? nowMs, doneHours: hours })
  }
  for (const [categoryId, startMs, left] of planned) {
    const row = rows.get(categoryId)
    if (row) addLoad(row.loadHours, row.calendar, row.boundsWork, nowMs, { startMs, leftHours: left })
  }
  return {
    timeZone: organisation.timeZone,
    now: now.toISOString(),
    weeks: Array.from({ length: weeks }, (_, index) => {
      const week = addDays(first, index * 7)
      return { week, isCurrent: week === thisWeek }
    }),
    workCentres: [...rows.values()].map(({ centre: { shiftId: _, ...centre }, boundsWork, loadHours }) => ({
      ...centre,
      loadHours: loadHours.map(roundTwo),
      openHours: openHours(boundsWork, centre.capacity).map(roundTwo),
    })),
  }
}

/** Hours of work, done and planned, per work centre and week against open hours times capacity. */
export const getLoadMatrix = (ctx: TenantContext, query: LoadQuery): Promise<LoadMatrix> =>
  readTenant(ctx, async (tx) => {
    const frame = await loadFrame(ctx, tx, query)
    await preferHashes(tx)
    const rows = await readJson<[categoryId: string, startMs: number[], leftHours: number[]]>(
      tx,
      [sql`category_id`, sql`starts`, sql`hours`],
      sql`(select category_id, json_agg(${epochMs(sql`scheduled_start_date`)}) as starts, json_agg(${leftHours}) as hours
        from ${plannedWork(ctx, { ...query, before: instantOf(frame.bounds.at(-1) ?? 0) })} group by 1) o`,
    )
    const planned = rows.flatMap(([categoryId, starts, hours]) =>
      starts.map((startMs, index): PlannedWork => [categoryId, startMs, hours[index] ?? 0]),
    )
    const [after, before] = [frame.bounds[0] ?? 0, Math.min(frame.bounds.at(-1) ?? 0, ctx.app.now().getTime())]
    const done =
      after >= before
        ? []
        : await readJson<WorkedHours>(
            tx,
            [sql`category_id`, epochMs(begunAt), epochMs(sql`actual_end_date`), doneHours],
            doneWork(ctx, { ...query, after: instantOf(after), before: instantOf(before) }),
          )
    const matrix = await fillLoadMatrix(ctx, tx, frame, { planned, done })
    const { categoryId } = query
    return categoryId
      ? { ...matrix, workCentres: matrix.workCentres.filter((centre) => centre.categoryId === categoryId) }
      : matrix
  })
