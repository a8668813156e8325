import { type SQL, sql } from 'drizzle-orm'
import type { LateCause, LateCauses } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { readRestCauses } from '../operation-lists/explain-late.ts'
import { openPlanBook } from '../operation-lists/open-plan-book.ts'
import type { PlanBook } from '../operation-lists/plan-book.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { oncePerPlan } from './once-per-plan.ts'
import { isScheduled } from './planned-work.ts'
import { instantOf, preferHashes } from './read-json.ts'
import { readOrganisation } from './resolve-range.ts'
import { readWorkCentres } from './work-centre-calendars.ts'

export interface CauseQuery {
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

/** A run says that an operation waited for its work centre with this factor. */
const busy = sql`'{"factors": [{"code": "workCentreBusy", "binding": true}]}'::jsonb`

/** When everything but the work centre was ready: the latest of these (epoch ms). Unnesting is slow, so only when they are many. */
const readyMs = sql`case when jsonb_array_length(others) <= 4
  then greatest(others -> 0, others -> 1, others -> 2, others -> 3)::float8
  else (select max(at::float8) from jsonb_array_elements_text(others) at) end`

/**
 * Open operations as `project_id, category_id, ends, queue_days`: the days an operation stands in the queue of its work
 * centre, from the last other condition of its stored reasons (now, release, predecessors) to its planned start; null when
 * its work centre did not bind it. To select from.
 */
const openWithQueues = (ctx: TenantContext, condition: SQL): SQL => sql`(
  select project_id, category_id, ends, case when others is not null
    then greatest(0, date_part('epoch', starts) - ${readyMs} / 1000) / 86400 end as queue_days
  from (
    select project_id, category_id, scheduled_end_date as ends, scheduled_start_date as starts,
      case when category_id is not null and placement @> ${busy} then jsonb_path_query_array(placement,
        '$.factors[*] ? (@.code != "workCentreBusy" && @.code != "closed").at') end as others
    from ${operationsInForce(ctx.tenantId)} where status <> 'Completed' and ${condition} offset 0) o)`

type CauseRow = [categoryId: string, lateDays: number, projects: number, waitingDays: number]
type RestRow = [projectId: string, lateDays: number]
type Answer = [lateProjects: number, lateDays: number, causes: CauseRow[], rest: RestRow[]]

/** Days that no queue explains, by what holds up the operation of each project where the waiting begins; most first. */
const explainRest = async (ctx: TenantContext, tx: Tx, book: PlanBook, rest: readonly RestRow[]) => {
  const indexOf = new Map(book.plan.projects.map(({ projectId }, index) => [projectId, index]))
  const known = rest.flatMap(([projectId]) => indexOf.get(projectId) ?? [])
  const causes = await readRestCauses(ctx, tx, book, known)
  const found = new Map<LateCause, { lateDays: number; projects: number }>()
  for (const [projectId, lateDays] of rest) {
    const cause = causes.get(indexOf.get(projectId) ?? -1) ?? 'noSlack'
    const so = found.get(cause) ?? { lateDays: 0, projects: 0 }
    found.set(cause, { lateDays: so.lateDays + lateDays, projects: so.projects + 1 })
  }
  return [...found]
    .map(([cause, { lateDays, projects }]) => ({ cause, lateDays: roundTwo(lateDays), projects }))
    .sort((a, b) => b.lateDays - a.lateDays || (a.cause < b.cause ? -1 : 1))
}

/**
 * Project-days of lateness by the work centre waited for. Late = an open, scheduled project whose plan ends on a calendar
 * day behind its ship date (work that is still open ends today at the earliest). Its late days are shared among the work
 * centres whose queues its open operations stand in, in proportion to the days they wait there, and never more days than
 * they wait; what no queue explains is shared out in `others`.
 */
export const getLateCauses = async (ctx: TenantContext, { categoryId, phase }: CauseQuery): Promise<LateCauses> => {
  const book = await openPlanBook(ctx)
  return readTenant(ctx, async (tx) => {
    const { timeZone } = await readOrganisation(ctx, tx)
    await preferHashes(tx)
    const now = instantOf(ctx.app.now().getTime())
    const day = (instant: SQL): SQL => sql`((${instant}) at time zone ${timeZone}::text)::date`
    const today = localDate(ctx.app.now().getTime(), timeZone)
    const read = async () => {
      const { rows } = await tx.execute<{ page: string }>(sql`
      with open as materialized (select * from ${openWithQueues(ctx, sql`true`)} o),
      sums as (
        select project_id, greatest(max(ends), ${now}) - interval '1 millisecond' as ends, sum(queue_days) as queue_days
        from open group by 1 having max(ends) is not null),
      late as materialized (
        select project_id, queue_days, ${day(sql`ends`)} - ${day(sql`planned_ship_date`)} as late_days
        from sums join projects using (project_id)
        where tenant_id = ${ctx.tenantId} and ${isScheduled(phase)} and ${day(sql`ends`)} > ${day(sql`planned_ship_date`)}),
      queues as (
        select category_id, project_id, sum(queue_days) as days from open where queue_days > 0 group by 1, 2),
      causes as (
        select category_id, count(*) as projects, sum(days) as waiting_days,
          sum(days / late.queue_days * least(late_days, late.queue_days)) as late_days
        from queues join late using (project_id) group by 1)
      select json_build_array((select count(*) from late), (select coalesce(sum(late_days), 0) from late),
        (select coalesce(json_agg(json_build_array(category_id, late_days, projects, waiting_days)), '[]') from causes),
        (select coalesce(json_agg(json_build_array(project_id, late_days - coalesce(queue_days, 0))), '[]') from late
          where late_days > coalesce(queue_days, 0))
      )::text as page`)
      const [lateProjects, lateDays, causes, rest] = JSON.parse(rows[0]?.page ?? '[0, 0, [], []]') as Answer
      return { lateProjects, lateDays, causes, others: await explainRest(ctx, tx, book, rest) }
    }
    const { lateProjects, lateDays, causes, others } = await oncePerPlan(
      ctx,
      tx,
      `late causes ${phase ?? ''} ${today}`,
      read,
    )
    const found = new Map(causes.map((cause) => [cause[0], cause]))
    const centres = (await readWorkCentres(ctx, tx)).flatMap(({ categoryId: id, name, color }) => {
      const cause = found.get(id)
      if (!cause) return []
      const [, days, projects, waitingDays] = cause
      return [{ categoryId: id, name, color, lateDays: roundTwo(days), projects, waitingDays: roundTwo(waitingDays) }]
    })
    return {
      lateProjects,
      lateDays,
      workCentres: centres
        .filter((centre) => !categoryId || centre.categoryId === categoryId)
        .sort((a, b) => b.lateDays - a.lateDays || a.name.localeCompare(b.name)),
      others,
    }
  })
}
