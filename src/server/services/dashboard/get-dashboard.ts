import { type Dashboard, type DashboardProject, dashboardRows, dashboardWeeks } from '#contract/dashboard.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import { countOverCapacity } from '#domain/analytics/load-percent.ts'
import { stalledAfterDays } from '#domain/analytics/stalled.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { projectStanding } from '#domain/projects/project-state.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { fillLoadMatrix, loadFrame } from '../analytics/get-load-matrix.ts'
import { oncePerPlan } from '../analytics/once-per-plan.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { lastChanges } from '../history/last-changes.ts'
import { findLastRun } from './find-last-run.ts'
import { selectActivity } from './select-activity.ts'
import { type PlanProject, selectPlanState } from './select-plan-state.ts'
import { selectStalled } from './select-stalled.ts'
import { selectWaits } from './select-waits.ts'

const soonDays = 14

interface Judged {
  readonly project: PlanProject
  readonly shown: DashboardProject
  /** Calendar days behind the ship date: of its plan, or of today where that has passed. */
  readonly daysLate: number
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const judge = (project: PlanProject, zone: string, nowMs: number): Judged => {
  const { plannedShipMs } = project
  const standing = projectStanding({ ...project, currentPhase: project.phase }, zone, nowMs)
  const passed = plannedShipMs === null ? 0 : localDay(nowMs, zone) - localDay(plannedShipMs, zone)
  return {
    project,
    daysLate: Math.max(standing.latenessDays ?? 0, passed),
    shown: {
      projectId: project.projectId,
      projectNumber: project.projectNumber,
      projectName: project.projectName,
      priority: project.priority,
      phase: project.phase,
      state: standing.state,
      plannedShipDate: iso(plannedShipMs),
      projectedCompletionDate: iso(standing.projectedCompletionMs),
      projectedFrom: standing.projectedFrom,
      latenessDays: standing.latenessDays,
    },
  }
}

const isScheduled = ({ phase, status }: PlanProject): boolean =>
  !unscheduledPhases.includes(effectivePhase({ currentPhase: phase, status }))

/** As the project list's view of the same name: neither shipped nor cancelled, on one of the reader's next days. */
const shipsSoon = (all: readonly Judged[], zone: string, nowMs: number): Judged[] => {
  const today = localDate(nowMs, zone)
  const fromMs = dateOnlyToMs(today, zone, 0)
  const beforeMs = dateOnlyToMs(addDays(today, soonDays + 1), zone, 0)
  return all
    .filter(({ project: { phase, plannedShipMs } }) => {
      if (phase === 'shipped' || phase === 'cancelled' || plannedShipMs === null) return false
      return plannedShipMs >= fromMs && plannedShipMs < beforeMs
    })
    .sort(
      (a, b) =>
        (a.project.plannedShipMs ?? 0) - (b.project.plannedShipMs ?? 0) || b.project.priority - a.project.priority,
    )
}

/**
 * What needs a decision today: one pass over the operations, then a few small questions. Projects are judged by the rule
 * of the project list, work centres by that of the load matrix. `timeZone` = the reader's, for the fourteen days.
 */
export const getDashboard = (
  ctx: TenantContext,
  query: { readonly timeZone?: string | undefined },
): Promise<Dashboard> =>
  readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const frame = await loadFrame(ctx, tx, { weeks: dashboardWeeks })
    const { timeZone } = frame.organisation
    await preferHashes(tx)
    const state = await oncePerPlan(ctx, tx, 'plan state', () => selectPlanState(ctx, tx))
    const all = state.map((project) => judge(project, timeZone, nowMs))
    const scheduled = all.flatMap(({ project }) => (isScheduled(project) ? [project] : []))
    const load = await fillLoadMatrix(
      ctx,
      tx,
      frame,
      scheduled.flatMap(({ work }) => work),
    )
    const inState = (state: string): Judged[] =>
      all
        .filter(({ shown }) => shown.state === state)
        .sort((a, b) => b.daysLate - a.daysLate || b.project.priority - a.project.priority)
    const [late, projectedLate, onHold] = [inState('late'), inState('projectedLate'), inState('onHold')]
    const soon = shipsSoon(all, query.timeZone ?? timeZone, nowMs)
    const stalled = await selectStalled(ctx, tx, scheduled)
    const listed = [...late.slice(0, dashboardRows.late), ...projectedLate.slice(0, dashboardRows.late)]
    const waits = await selectWaits(
      ctx,
      tx,
      listed.map(({ project }) => project.projectId),
    )
    const withWait = (projects: readonly Judged[]) =>
      projects
        .slice(0, dashboardRows.late)
        .map(({ shown, project }) => ({ ...shown, waitsFor: waits.get(project.projectId) ?? null }))
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
        overCapacity: countOverCapacity(load.workCentres),
      },
      stalledAfterDays,
      late: withWait(late),
      projectedLate: withWait(projectedLate),
      shipping: soon.slice(0, dashboardRows.shipping).map(({ shown }) => shown),
      stalled: stalled
        .slice(0, dashboardRows.stalled)
        .map(({ project, operationId, name, progressPercent, sinceMs }) => ({
          operationId,
          name,
          projectId: project.projectId,
          projectNumber: project.projectNumber,
          projectName: project.projectName,
          progressPercentage: progressPercent,
          since: new Date(sinceMs).toISOString(),
        })),
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
