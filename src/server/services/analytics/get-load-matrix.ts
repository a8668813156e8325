import { sql } from 'drizzle-orm'
import type { LoadMatrix } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { addLoad, openHours, workAt } from '#domain/analytics/load-matrix.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { leftHours, plannedWork } from './planned-work.ts'
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

/** Spreads work over the weeks of a frame. */
export const fillLoadMatrix = async (
  ctx: TenantContext,
  tx: Tx,
  { organisation, first, thisWeek, bounds }: MatrixFrame,
  work: Iterable<PlannedWork>,
): Promise<LoadMatrix> => {
  const now = ctx.app.now()
  const nowMs = now.getTime()
  const weeks = bounds.length - 1
  const calendars = await readCalendars(ctx, tx, organisation, Math.min(nowMs, bounds[0] ?? nowMs))
  const rows = new Map(
    calendars.map(({ centre, calendar }) => {
      const loadHours: number[] = Array.from({ length: weeks }, () => 0)
      return [centre.categoryId, { centre, calendar, boundsWork: workAt(calendar, bounds, nowMs), loadHours }] as const
    }),
  )
  for (const [categoryId, startMs, left] of work) {
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

/** Hours of planned work per work centre and week against open hours times capacity. */
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
    const work = rows.flatMap(([categoryId, starts, hours]) =>
      starts.map((startMs, index): PlannedWork => [categoryId, startMs, hours[index] ?? 0]),
    )
    const matrix = await fillLoadMatrix(ctx, tx, frame, work)
    const { categoryId } = query
    return categoryId
      ? { ...matrix, workCentres: matrix.workCentres.filter((centre) => centre.categoryId === categoryId) }
      : matrix
  })
