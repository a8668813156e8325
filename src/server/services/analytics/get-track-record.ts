import { type SQL, sql } from 'drizzle-orm'
import type { TrackRecord } from '#contract/track-record.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { listedCause, queueOf } from '#domain/analytics/listed-cause.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { dayMs } from '#domain/time/units.ts'
import { endOfDayMs, localDate } from '#domain/time/zone-dates.ts'
import { calibrationOf, chancesOf, oddsJudgedMs } from '#domain/track-record/calibration.ts'
import { causeOutcomes, type NamedCause } from '#domain/track-record/cause-outcomes.ts'
import { forecastErrors, forecastJudgedMs } from '#domain/track-record/forecast-error.ts'
import { type Completion, completionOf, horizonOf, type PastDate } from '#domain/track-record/past-date.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql } from '../../db/operations-in-force.ts'
import { epochMs, preferHashes, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { type DayRange, readTenantSettings, resolveRange } from './resolve-range.ts'
import { readWorkCenters } from './work-center-calendars.ts'

interface RecordQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const usualDays = 364

type CompletionRow = [
  projectId: string,
  phase: ProjectPhase,
  status: ProjectStatus,
  openOperations: number,
  lastEndMs: number | null,
  actualShipMs: number | null,
]

/** The condition for the past forecasts `f` of a range of days. Their weeks begin at most six days before them. */
const within = (ctx: TenantContext, { from, to, fromMs, toMs }: DayRange): SQL => sql`f.tenant_id = ${ctx.tenantId}
  and f.week between ${addDays(from, -7)}::date and ${to}::date
  and f.said_at >= ${new Date(fromMs).toISOString()}::timestamptz and f.said_at < ${new Date(toMs).toISOString()}::timestamptz`

/** When the projects with past forecasts were completed, without cancelled ones, whose dates could not come true. */
const readCompletions = async (ctx: TenantContext, tx: Tx, range: DayRange): Promise<Map<string, Completion>> => {
  const rows = await readJsonArrays<CompletionRow>(
    tx,
    [
      sql`p.project_id`,
      sql`p.current_phase`,
      sql`p.status`,
      sql`coalesce(o.open, 0)`,
      epochMs(sql`o.last_end`),
      epochMs(sql`p.actual_ship_date`),
    ],
    sql`(select distinct project_id from past_forecasts f where ${within(ctx, range)}) said
      join projects p on p.tenant_id = ${ctx.tenantId} and p.project_id = said.project_id
      left join (select project_id, count(*) filter (where not ${isCompletedSql()}) as open, max(actual_end_date) as last_end
        from operations where tenant_id = ${ctx.tenantId} group by project_id) o on o.project_id = said.project_id
      where p.current_phase <> 'cancelled'`,
  )
  return new Map(
    rows.map(([projectId, currentPhase, status, openOperations, lastEndMs, actualShipMs]) => [
      projectId,
      completionOf({ phase: effectivePhase({ currentPhase, status }), openOperations, lastEndMs, actualShipMs }),
    ]),
  )
}

type OddsRow = [p10Ms: number | null, p50Ms: number | null, p80Ms: number | null, p90Ms: number | null]
type DateRow = [
  projectId: string,
  saidMs: number,
  endMs: number,
  shipMs: number | null,
  chance: number | null,
  ...OddsRow,
]

interface Facts {
  readonly range: DayRange
  readonly zone: string
  readonly completions: ReadonlyMap<string, Completion>
}

const dueOf = (shipMs: number | null, zone: string): number | null =>
  shipMs === null ? null : endOfDayMs(shipMs, zone)

const oddsOf = ([p10Ms, p50Ms, p80Ms, p90Ms]: OddsRow): PastDate['odds'] =>
  p10Ms === null || p50Ms === null || p80Ms === null || p90Ms === null ? null : { p10Ms, p50Ms, p80Ms, p90Ms }

/** The dates that were given at one of the horizons. The database leaves out those that are too far ahead for any. */
const readDates = async (ctx: TenantContext, tx: Tx, { range, zone, completions }: Facts): Promise<PastDate[]> => {
  const rows = await readJsonArrays<DateRow>(
    tx,
    [
      sql`f.project_id`,
      ...[sql`f.said_at`, sql`f.forecast_end`, sql`f.planned_ship_date`].map(epochMs),
      sql`f.on_time_chance`,
      ...[sql`f.p10`, sql`f.p50`, sql`f.p80`, sql`f.p90`].map(epochMs),
    ],
    sql`past_forecasts f where ${within(ctx, range)}
      and f.forecast_end - f.said_at between interval '3 days' and interval '32 days'`,
  )
  return rows.flatMap(([projectId, saidMs, endMs, shipMs, chance, ...odds]) => {
    const completion = completions.get(projectId)
    if (completion === undefined || horizonOf({ saidMs, endMs }) === null) return []
    return [{ projectId, saidMs, endMs, dueMs: dueOf(shipMs, zone), chance, odds: oddsOf(odds), completion }]
  })
}

type CauseRow = [
  projectId: string,
  saidMs: number,
  endMs: number,
  shipMs: number,
  code: string,
  categoryId: string | null,
]

/** The queues of all work centers that have been deleted since are one cause. */
const deletedQueue = 'queue'
const queueKey = (categoryId: string): string => `${deletedQueue} ${categoryId}`

/** The causes that were named, with a key for each queue of `centers` and for each other cause. */
const readCauses = async (
  ctx: TenantContext,
  tx: Tx,
  { range, zone, completions }: Facts,
  centers: ReadonlyMap<string, unknown>,
): Promise<NamedCause<string>[]> => {
  const rows = await readJsonArrays<CauseRow>(
    tx,
    [
      sql`f.project_id`,
      ...[sql`f.said_at`, sql`f.forecast_end`, sql`f.planned_ship_date`].map(epochMs),
      sql`f.cause`,
      sql`f.cause_category_id`,
    ],
    sql`past_forecasts f where ${within(ctx, range)} and f.cause is not null and f.planned_ship_date is not null`,
  )
  const keyOf = (code: string, categoryId: string | null): string => {
    const queue = queueOf({ code, categoryId })
    if (queue === null) return listedCause({ code })
    return centers.has(queueKey(queue)) ? queueKey(queue) : deletedQueue
  }
  return rows.flatMap(([projectId, saidMs, endMs, shipMs, code, categoryId]): NamedCause<string>[] => {
    const completion = completions.get(projectId)
    if (completion === undefined) return []
    const key = keyOf(code, categoryId)
    return [{ projectId, saidMs, endMs, dueMs: dueOf(shipMs, zone), completion, key }]
  })
}

type Said = Pick<PastDate, 'endMs' | 'odds'>
const judgedMs = ({ odds, endMs }: Said): number =>
  odds === null ? forecastJudgedMs({ endMs }) : Math.max(oddsJudgedMs({ odds }), forecastJudgedMs({ endMs }))

/** Compares what was said about the ends of projects on some days with what happened. Reads the forecasts that are stored each week. */
export const getTrackRecord = (ctx: TenantContext, query: RecordQuery): Promise<TrackRecord> =>
  readTenant(ctx, async (tx) => {
    await preferHashes(tx)
    const nowMs = ctx.app.now().getTime()
    const { timeZone: zone } = await readTenantSettings(ctx, tx)
    const yearAgo = localDate(nowMs - usualDays * dayMs, zone)
    const range = resolveRange({ from: query.from ?? yearAgo, to: query.to }, zone, nowMs)
    const [first] = await readJsonArrays<[string | null]>(
      tx,
      [sql`week`],
      sql`(select min(week) as week from past_forecasts where tenant_id = ${ctx.tenantId}) f`,
    )
    const completions = await readCompletions(ctx, tx, range)
    const facts = { range, zone, completions }
    const said = await readDates(ctx, tx, facts)
    const centers = new Map((await readWorkCenters(ctx, tx)).map((center) => [queueKey(center.categoryId), center]))
    const outcomes = causeOutcomes({ named: await readCauses(ctx, tx, facts, centers), nowMs, zone })
    const waiting = said.map(judgedMs).filter((atMs) => atMs > nowMs)
    return {
      timeZone: zone,
      from: range.from,
      to: range.to,
      firstWeek: first?.[0] ?? null,
      waiting: waiting.length,
      nextComparison: waiting.length > 0 ? new Date(Math.min(...waiting)).toISOString() : null,
      calibration: calibrationOf(said, nowMs),
      chances: chancesOf(said, nowMs).map(({ meanChance, ...bucket }) => ({
        ...bucket,
        meanChance: meanChance === null ? null : roundTwo(meanChance),
      })),
      errors: forecastErrors({ said, nowMs, zone }),
      causes: outcomes.map(({ key, ...outcome }) => {
        const center = centers.get(key)
        return {
          ...outcome,
          workCenter: center ? { categoryId: center.categoryId, name: center.name, color: center.color } : null,
          cause: key.startsWith(deletedQueue) ? null : listedCause({ code: key }),
        }
      }),
    }
  })
