import { sql } from 'drizzle-orm'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { actualHours, type RecordedInterval } from '#domain/work-time/actual-hours.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql } from '../../db/operations-in-force.ts'
import { epochMs, instantOf, preferHashes, preferIndexes, readJsonArrays } from '../../db/read-json.ts'
import { readCalendarOf } from './center-hours.ts'

/** Completed operations with a work center and an estimate: one entry of each column for each. */
export interface FinishedWork {
  readonly operationId: readonly string[]
  readonly projectId: readonly string[]
  readonly categoryId: readonly string[]
  readonly name: readonly string[]
  readonly setupFamily: readonly string[]
  /** The estimates before reports of hours left, or a learned pace, changed the hours. */
  readonly estimateHours: readonly number[]
  readonly actualHours: readonly number[]
  readonly includesWaiting: readonly boolean[]
  readonly finishedMs: readonly number[]
}

type Row = [
  operationId: string,
  projectId: string,
  categoryId: string,
  name: string,
  setupFamily: string,
  durationHours: number,
  originalHours: number | null,
  startMs: number | null,
  endMs: number,
  intervals: [startMs: number, endMs: number | null, workedHours: number | null][] | null,
]

const names = [
  'operation_id',
  'project_id',
  'category_id',
  'name',
  'setup_family',
  'duration_hours',
  'original_hours',
] as const

/** The columns of a `Row`, of operations `o` and their intervals `i`. */
const columns = [
  ...names.map((name) => sql.raw(`o.${name}`)),
  epochMs(sql`o.actual_start_date`),
  epochMs(sql`o.actual_end_date`),
  sql`i.intervals`,
]
const intervalList = sql`json_agg(json_build_array(${epochMs(sql`started_at`)}, ${epochMs(sql`ended_at`)}, worked_hours))`

export interface FinishedFilter {
  readonly fromMs: number
  readonly toMs?: number | undefined
  readonly categoryId?: string | undefined
  /** The phase of their projects. */
  readonly phase?: ProjectPhase | undefined
}

/** The rows with their actual hours. */
const withActualHours = async (
  ctx: TenantContext,
  tx: Tx,
  rows: readonly Row[],
  fromMs: number,
): Promise<FinishedWork> => {
  const earliestMs = rows.reduce((earliest, row) => Math.min(earliest, row[7] ?? earliest), fromMs)
  const calendarOf = await readCalendarOf(ctx, tx, earliestMs)
  const hours = rows.map(([, , categoryId, , , , , startMs, endMs, intervals]) => {
    const recorded = (intervals ?? []).map(
      ([intervalStartMs, intervalEndMs, workedHours]): RecordedInterval => ({
        startMs: intervalStartMs,
        endMs: intervalEndMs,
        workedHours,
      }),
    )
    return actualHours({ intervals: recorded, startMs, endMs }, calendarOf(categoryId))
  })
  return {
    operationId: rows.map((row) => row[0]),
    projectId: rows.map((row) => row[1]),
    categoryId: rows.map((row) => row[2]),
    name: rows.map((row) => row[3]),
    setupFamily: rows.map((row) => row[4]),
    estimateHours: rows.map((row) => row[6] ?? row[5]),
    actualHours: hours.map((one) => one.hours),
    includesWaiting: hours.map((one) => one.includesWaiting),
    finishedMs: rows.map((row) => row[8]),
  }
}

/**
 * Operations that were completed from `fromMs` to before `toMs`, with an estimate and a work center, in the order in which they ended.
 * Those without intervals need both actual dates.
 */
export const readFinishedWork = async (
  ctx: TenantContext,
  tx: Tx,
  { fromMs, toMs, categoryId, phase }: FinishedFilter,
): Promise<FinishedWork> => {
  await preferHashes(tx)
  const until = toMs === undefined ? sql`` : sql`and actual_end_date < ${instantOf(toMs)}`
  const own = categoryId ? sql`category_id = ${categoryId}` : sql`category_id is not null`
  const inPhase = phase
    ? sql`and project_id in (select project_id from projects where tenant_id = ${ctx.tenantId} and current_phase = ${phase})`
    : sql``
  const rows = await readJsonArrays<Row>(
    tx,
    columns,
    sql`(select * from operations where tenant_id = ${ctx.tenantId} and ${isCompletedSql()} and duration_hours > 0
      and ${own} ${inPhase} and actual_end_date >= ${instantOf(fromMs)} ${until}
      order by actual_end_date, operation_id) o
      left join (select operation_id, ${intervalList} as intervals from work_intervals
        where tenant_id = ${ctx.tenantId} group by 1) i on i.operation_id = o.operation_id
      where o.actual_start_date is not null or i.intervals is not null`,
  )
  return withActualHours(ctx, tx, rows, fromMs)
}

export interface LatestFilter {
  readonly fromMs: number
  readonly toMs: number
  readonly categoryIds: readonly string[]
  /** Read at most so many operations of each work center: those that ended last. */
  readonly mostOfEach: number
}

/** The same of some work centers, the latest of each. Reads by indexes, so that it takes as long in a shop with years of finished work. */
export const readLatestWork = async (
  ctx: TenantContext,
  tx: Tx,
  { fromMs, toMs, categoryIds, mostOfEach }: LatestFilter,
): Promise<FinishedWork> => {
  await preferIndexes(tx)
  const { tenantId } = ctx
  const rows = await readJsonArrays<Row>(
    tx,
    columns,
    sql`unnest(${sql.param([...categoryIds])}::uuid[]) c(id)
      cross join lateral (select * from operations where tenant_id = ${tenantId} and category_id = c.id
        and actual_end_date >= ${instantOf(fromMs)} and actual_end_date < ${instantOf(toMs)} and duration_hours > 0
        order by actual_end_date desc, operation_id desc limit ${mostOfEach}) o
      cross join lateral (select ${intervalList} as intervals from work_intervals
        where tenant_id = ${tenantId} and operation_id = o.operation_id) i
      where o.actual_start_date is not null or i.intervals is not null`,
  )
  return withActualHours(ctx, tx, rows, fromMs)
}
