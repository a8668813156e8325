import { sql } from 'drizzle-orm'
import { runResultOf, summarizePlan } from '#domain/scheduling/run-result.ts'
import type { TenantContext } from '../context.ts'
import { historyEntries } from '../db/tables/history.table.ts'
import { runResults, schedulingRuns } from '../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { insertRows } from './insert-rows.ts'
import { insertShop } from './insert-shop.ts'
import { Random } from './random.ts'
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
      changedOperations: result.effects.reduce((sum, { movedOperations }) => sum + movedOperations, 0),
      canRevert: false,
    },
    startedBy: ctx.userName,
    startedByUserId: ctx.userId,
    startedAt: new Date(plannedFrom.nowMs),
    endedAt: new Date(plannedFrom.nowMs + secondsOfRun * 1_000),
  }
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
    const shop = { ...snapshot, projects: [...seeded.past.map(({ project }) => project), ...snapshot.projects] }
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
    await insertRows(tx, historyEntries, storyHistory(ctx, seeded, random))
    const run = runRow(ctx, seeded, random)
    await tx.insert(schedulingRuns).values(run)
    await tx.insert(runResults).values({ tenantId: ctx.tenantId, runId: run.runId, result: runResultOf(seeded.result) })
    const numbers = story.projects.map(({ number }) => Number(number)).filter((number) => number > 0)
    if (numbers.length > 0) {
      await tx.execute(
        sql`update tenants set last_project_number = ${Math.max(...numbers)} where tenant_id = ${ctx.tenantId}`,
      )
    }
    record.planChanged()
  })
