import { type SQL, sql } from 'drizzle-orm'
import type { ProjectFlow } from '#contract/analytics.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { countPhasesAt, entriesInto, phaseLeadTimes } from '#domain/analytics/phase-timeline.ts'
import { weekBounds, weeksBetween } from '#domain/analytics/weeks.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { isCompletedSql } from '../operations/is-completed-sql.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { instantOf, readJson } from './read-json.ts'
import { readOrganisation, resolveRange } from './resolve-range.ts'
import { selectPhaseLives } from './select-phase-lives.ts'

export interface FlowQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Narrows the operations to one work centre. */
  readonly categoryId?: string | undefined
}

/** Which of the weeks between `bounds` (epoch ms) holds an instant, from 1: a binary search, without a calendar per row. */
const weekNumber = (instant: SQL, bounds: readonly number[]): SQL =>
  sql`width_bucket(${instant}, ${`{${bounds.map((bound) => new Date(bound).toISOString()).join(',')}}`}::timestamptz[])`

type Sum = [week: number, count: number, hours: number]

/** Counts and sums by the number of the week. */
const sumByWeek = async (tx: Tx, week: SQL, hours: SQL, from: SQL): Promise<Map<number, Sum>> => {
  const rows = await readJson<Sum>(
    tx,
    [sql`week`, sql`count`, sql`hours`],
    sql`(select ${week} as week, count(*) as count, ${hours} as hours from ${from} group by 1) s`,
  )
  return new Map(rows.map((row) => [row[0], row]))
}

/**
 * Projects by phase and status at the end of each week, from history; projects shipped (actual ship date) and completed
 * (entered Complete), operations completed (actual end) with their planned hours, per week; days per phase. Whole weeks.
 */
export const getProjectFlow = (ctx: TenantContext, query: FlowQuery): Promise<ProjectFlow> =>
  readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const { timeZone, weekStartsOn } = await readOrganisation(ctx, tx)
    const { from, to } = resolveRange(query, timeZone, nowMs)
    const weeks = weeksBetween(from, to, weekStartsOn)
    const bounds = weekBounds(weeks[0] ?? from, weeks.length, timeZone)
    const [firstMs, lastMs] = [bounds[0] ?? nowMs, bounds.at(-1) ?? nowMs]
    const lives = await selectPhaseLives(ctx, tx)
    const within = (instant: SQL): SQL => sql`${instant} >= ${instantOf(firstMs)} and ${instant} < ${instantOf(lastMs)}`
    const shipped = await sumByWeek(
      tx,
      weekNumber(sql`actual_ship_date`, bounds),
      sql`0`,
      sql`projects where tenant_id = ${ctx.tenantId} and current_phase = 'shipped' and ${within(sql`actual_ship_date`)}`,
    )
    const own = query.categoryId ? sql`and category_id = ${query.categoryId}` : sql``
    const finished = await sumByWeek(
      tx,
      weekNumber(sql`actual_end_date`, bounds),
      sql`sum(duration_hours)`,
      sql`${operationsInForce(ctx.tenantId, 'all')} where ${isCompletedSql()} and ${within(sql`actual_end_date`)} ${own}`,
    )
    const completions = entriesInto(lives, 'complete')
    const counts = countPhasesAt(
      lives,
      // The last instant of the week; the state at midnight already belongs to the next one.
      bounds.slice(1).map((endMs) => Math.min(endMs - 1, nowMs)),
    )
    return {
      timeZone,
      from: weeks[0] ?? from,
      to,
      weeks: weeks.map((week, index) => {
        const [beginMs, endMs] = [bounds[index] ?? 0, bounds[index + 1] ?? 0]
        return {
          week,
          phases: counts[index]?.phases ?? ({} as never),
          statuses: counts[index]?.statuses ?? ({} as never),
          shipped: shipped.get(index + 1)?.[1] ?? 0,
          completed: completions.filter((atMs) => atMs >= beginMs && atMs < endMs).length,
          operations: finished.get(index + 1)?.[1] ?? 0,
          hours: roundTwo(finished.get(index + 1)?.[2] ?? 0),
        }
      }),
      leadTimes: phaseLeadTimes(lives, firstMs, lastMs),
    }
  })
