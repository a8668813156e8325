import { type Dashboard, dashboardRows, dashboardWeeks } from '#contract/dashboard.ts'
import { countOverCapacity } from '#domain/analytics/load-percent.ts'
import { stalledAfterDays } from '#domain/analytics/stalled.ts'
import { isNotPlaced } from '#domain/overdue/operation-standing.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { readLoadMatrix } from '../analytics/get-load-matrix.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { lastChanges } from '../history/last-changes.ts'
import { explainLate } from '../operation-lists/explain-late.ts'
import { openPlanBook } from '../operation-lists/open-plan-book.ts'
import type { PlanBook } from '../operation-lists/plan-book.ts'
import { selectStalledRows } from '../operation-lists/select-stalled-rows.ts'
import { findLastRun } from './find-last-run.ts'
import { type JudgedProject, judgeProjects, shipsSoon } from './judge-projects.ts'
import { selectActivity } from './select-activity.ts'

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Stalled operations, the longest first. */
const listStalled = async (ctx: TenantContext, tx: Tx, book: PlanBook): Promise<Dashboard['stalled']> => {
  const { plan } = book
  const rows = await selectStalledRows(ctx, tx, book)
  return [...rows]
    .map(([row, sinceMs]) => ({ row, sinceMs, operationId: plan.ids[row] as string }))
    .sort((a, b) => a.sinceMs - b.sinceMs || (a.operationId < b.operationId ? -1 : 1))
    .flatMap(({ row, sinceMs, operationId }) => {
      const project = plan.projects[plan.project[row] as number]
      if (!project) return []
      const { projectId, projectNumber, projectName } = project
      return {
        operationId,
        name: plan.names[row] as string,
        projectId,
        projectNumber,
        projectName,
        progressPercentage: plan.progressPercent[row] as number,
        since: new Date(sinceMs).toISOString(),
      }
    })
}

const countNotPlaced = ({ plan, facts }: PlanBook): number => {
  let count = 0
  for (let row = 0; row < plan.ids.length; row++) {
    const plannedEndMs = plan.scheduledEndMs[row] as number
    if (isNotPlaced({ completed: plan.completed[row] === 1, projectOpen: facts.projectOpen[row] === 1, plannedEndMs }))
      count++
  }
  return count
}

const inState = (all: readonly JudgedProject[], state: string): JudgedProject[] =>
  all
    .filter(({ shown }) => shown.state === state)
    .sort((a, b) => b.daysLate - a.daysLate || b.project.priority - a.project.priority)

/**
 * What needs a decision today, from the operations that are in memory (`openPlanBook`) and a few small questions. Projects are
 * judged by the rule of the project list, work centres by that of the load matrix, causes by that of the overdue lists.
 * `timeZone` = the reader's, for the fourteen days.
 */
export const getDashboard = async (
  ctx: TenantContext,
  query: { readonly timeZone?: string | undefined },
): Promise<Dashboard> => {
  const book = await openPlanBook(ctx)
  return readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    await preferHashes(tx)
    const load = await readLoadMatrix(ctx, tx, { weeks: dashboardWeeks })
    const { timeZone } = load
    const all = judgeProjects(book, nowMs)
    const [late, projectedLate, onHold] = [inState(all, 'late'), inState(all, 'projectedLate'), inState(all, 'onHold')]
    const soon = shipsSoon(all, query.timeZone ?? timeZone, nowMs)
    const stalled = await listStalled(ctx, tx, book)
    const [listedLate, listedProjected] = [
      late.slice(0, dashboardRows.late),
      projectedLate.slice(0, dashboardRows.late),
    ]
    const causes = await explainLate(
      ctx,
      tx,
      book,
      [...listedLate, ...listedProjected].map(({ index }) => index),
    )
    const explained = ({ shown, index }: JudgedProject) => ({ ...shown, decidedBy: causes.get(index) ?? null })
    const held = onHold.slice(0, dashboardRows.held)
    const heldSince = await lastChanges(
      ctx,
      tx,
      'project',
      ['currentPhase', 'status'],
      held.map(({ project }) => project.projectId),
    )
    return {
      now: new Date(nowMs).toISOString(),
      timeZone,
      projects: all.length,
      figures: {
        late: late.length,
        projectedLate: projectedLate.length,
        shipsSoon: soon.length,
        shipsSoonReady: soon.filter(({ shown }) => shown.state === 'complete').length,
        stalled: stalled.length,
        onHold: onHold.length,
        notPlaced: countNotPlaced(book),
        overCapacity: countOverCapacity(load.workCentres),
      },
      stalledAfterDays,
      late: listedLate.map(explained),
      projectedLate: listedProjected.map(explained),
      shipping: soon.slice(0, dashboardRows.shipping).map(({ shown }) => shown),
      stalled: stalled.slice(0, dashboardRows.stalled),
      held: held.map(({ project: { projectId, projectNumber, projectName } }) => ({
        projectId,
        projectNumber,
        projectName,
        since: iso(heldSince.get(projectId) ?? null),
      })),
      load,
      lastRun: await findLastRun(ctx, tx),
      activity: await selectActivity(ctx, tx),
    }
  })
}
