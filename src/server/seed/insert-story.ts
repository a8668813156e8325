import { sql } from 'drizzle-orm'
import { runResultOf, summarizePlan } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { planInForce } from '../db/operations-in-force.ts'
import { historyEntries } from '../db/tables/history.table.ts'
import { pastForecasts as pastForecastTable } from '../db/tables/past-forecasts.table.ts'
import { runResults, schedulingRuns } from '../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { planRowsJson } from '../services/scheduling/plan-rows.ts'
import { datesDiffer, movesOfRun } from '../services/scheduling-runs/run-moves.ts'
import { insertIntervals } from './insert-intervals.ts'
import { insertRows } from './insert-rows.ts'
import { insertShop } from './insert-shop.ts'
import { pastForecasts } from './past-forecasts.ts'
import { Random } from './random.ts'
import { withShortEstimates } from './short-estimates.ts'
import { createdMs, storyHistory } from './story-history.ts'
import type { SeededShop } from './tell-story.ts'

const secondsOfRun = 2

/** The run that made the current plan, so that the list of runs is not empty; it can no longer be reverted. */
const runRow = (ctx: TenantContext, seeded: SeededShop, random: Random) => {
  const { result, plannedFrom } = seeded
  const { completedProjects, ...figures } = summarizePlan(result)
  return {
    tenantId: ctx.tenantId,
    runId: random.uuid(),
    status: 'Succeeded' as const,
    progress: {
      phase: 'finished' as const,
      percent: 100,
      completed: completedProjects,
      total: completedProjects,
      ...figures,
      canRevert: false,
      isKept: true,
    },
    startedBy: ctx.userName,
    startedByUserId: ctx.userId,
    startedAt: new Date(plannedFrom.nowMs),
    endedAt: new Date(plannedFrom.nowMs + secondsOfRun * 1_000),
  }
}

/**
 * Makes the plan in force that of the run, and keeps the plan before it, so that the schedule can be compared with the run, and the
 * run with what was before. Operations that the run did not plan have the same dates in both. Returns how many it moved.
 */
const keepPlans = async (
  ctx: TenantContext,
  tx: Tx,
  { runId, startedAt }: Pick<ReturnType<typeof runRow>, 'runId' | 'startedAt'>,
  { result, planBefore }: SeededShop,
): Promise<number> => {
  const { tenantId } = ctx
  const planned = result.operations.map(({ operationId }) => operationId)
  const before = planInForce(tenantId)
  await tx.execute(sql`
    insert into plans (tenant_id, plan_id, kind, run_id, based_on, size, created_at, created_by)
    select ${tenantId}, ${runId}, 'run', ${runId}, ${before}, count(*), ${startedAt.toISOString()}::timestamptz, ${ctx.userName}
    from placements where tenant_id = ${tenantId}`)
  await tx.execute(sql`
    insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, category_id)
    select tenant_id, ${runId}, operation_id, scheduled_start_date, scheduled_end_date, placement, category_id
    from placements where tenant_id = ${tenantId} and plan_id = ${before}`)
  await tx.execute(sql`
    update placements f set scheduled_start_date = to_timestamp(b.s / 1000.0)::timestamptz(3),
      scheduled_end_date = to_timestamp(b.e / 1000.0)::timestamptz(3), placement = b.p, category_id = coalesce(b.c, f.category_id)
    from unnest(${sql.param(planned)}::uuid[]) id
      left join jsonb_to_recordset(${planRowsJson(planBefore)}::jsonb) as b (o uuid, s float8, e float8, p bytea, c uuid) on b.o = id
    where f.tenant_id = ${tenantId} and f.plan_id = ${before} and f.operation_id = id`)
  await tx.execute(sql`update tenants set plan_id = ${runId} where tenant_id = ${tenantId}`)
  const { rows } = await tx.execute<{ moved: number }>(
    sql`select count(*)::int as moved from ${movesOfRun(tenantId, runId)} c where ${datesDiffer(sql`c`)}`,
  )
  return rows[0]?.moved ?? 0
}

const pastForecastRows = ({ tenantId }: TenantContext, seeded: SeededShop) => {
  const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))
  return pastForecasts(seeded).map(({ projectId, week, saidMs, endMs, odds, chance, plannedShipMs, cause }) => ({
    tenantId,
    projectId,
    week,
    saidAt: new Date(saidMs),
    forecastEnd: new Date(endMs),
    p10: instant(odds?.[0]),
    p50: instant(odds?.[1]),
    p80: instant(odds?.[2]),
    p90: instant(odds?.[3]),
    onTimeChance: chance,
    plannedShipDate: new Date(plannedShipMs),
    cause: cause?.code ?? null,
    causeCategoryId: cause?.categoryId ?? null,
  }))
}

/** Writes a story's shop into an empty organization, in one transaction. */
export const insertStory = (ctx: TenantContext, seeded: SeededShop): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const { story, snapshot, storyOf, dayMs } = seeded
    const past = new Map(seeded.past.map((item) => [item.project.projectId, item]))
    const random = new Random(story.seed + 1)
    const noteOf = new Map<string, string>()
    const materialOf = new Map<string, string>()
    for (const { projectId, operations } of snapshot.projects) {
      const { stoppedAt, waitedAt, took, pinned, held, runsOver, awaits } = storyOf.get(projectId) ?? {}
      // The newest note comes last, because the last one is kept.
      for (const trouble of [stoppedAt, waitedAt, took, pinned, held, runsOver]) {
        const operation = trouble && operations[trouble.step]
        if (operation) noteOf.set(operation.operationId, trouble.note)
      }
      const waiting = awaits && operations[awaits.step]
      if (waiting) materialOf.set(waiting.operationId, awaits.note)
    }
    const open = withShortEstimates(snapshot, new Random(story.seed + 5))
    const shop = { ...snapshot, projects: [...seeded.past.map(({ project }) => project), ...open] }
    await insertShop(ctx, tx, shop, {
      random,
      shiftDescription: (name) => story.shifts.find((shift) => shift.name === name)?.description ?? '',
      categoryColor: (name) => story.workCenters.find((center) => center.name === name)?.color ?? '#3498db',
      supplierName: (name) => story.workCenters.find((center) => center.name === name)?.supplier ?? '',
      customerName: (projectId) => (storyOf.get(projectId) ?? past.get(projectId))?.customer ?? '',
      actualShipMs: ({ projectId }) => past.get(projectId)?.actualShipMs,
      createdMs: (project) => createdMs(seeded, project),
      plannedShipMs: ({ projectId }) => {
        return past.get(projectId)?.plannedShipMs ?? dayMs(storyOf.get(projectId)?.shipsInDays ?? 0)
      },
      notes: (operationId) => noteOf.get(operationId) ?? '',
      materialNote: (operationId) => materialOf.get(operationId) ?? '',
      placements: seeded.placements,
    })
    await insertIntervals(ctx, tx, shop, new Random(story.seed + 4))
    await insertRows(tx, historyEntries, storyHistory(ctx, seeded, random))
    await insertRows(tx, pastForecastTable, pastForecastRows(ctx, seeded))
    const run = runRow(ctx, seeded, random)
    const changedOperations = await keepPlans(ctx, tx, run, seeded)
    await tx.insert(schedulingRuns).values({ ...run, progress: { ...run.progress, changedOperations } })
    await tx.insert(runResults).values({ tenantId: ctx.tenantId, runId: run.runId, result: runResultOf(seeded.result) })
    const numbers = story.projects.map(({ number }) => Number(number)).filter((number) => number > 0)
    if (numbers.length > 0) {
      await tx.execute(
        sql`update tenants set last_project_number = ${Math.max(...numbers)} where tenant_id = ${ctx.tenantId}`,
      )
    }
    record.planSwitched('whole')
  })
