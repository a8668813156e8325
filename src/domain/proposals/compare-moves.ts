import { forecastShop, type ProjectForecast, type ShopForecast } from '../forecast/forecast-shop.ts'
import { atEstimate, atLearnedPace } from '../learned/at-learned-pace.ts'
import { pacesIn } from '../learned/pace-finder.ts'
import { originalHoursAt, runAt } from '../operations/run-at.ts'
import { daysBehind } from '../projects/local-day.ts'
import { measurePlan } from '../scheduling/measure-plan.ts'
import { isMoved, operationsById } from '../scheduling/plan-moves.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'

/** New planned dates for one operation; instants in epoch ms. */
export interface MovedDates
  extends Pick<SnapshotOperation, 'operationId' | 'scheduledStartMs' | 'scheduledEndMs' | 'pinned'> {
  readonly projectId: string
  /** Absent = it stays at its work center. */
  readonly categoryId?: string | undefined
  /** Absent = unchanged, or the hours at its new work center. */
  readonly durationHours?: number | undefined
  /** The original estimate of hours that are known. Absent = the hours are an estimate, or unchanged. */
  readonly originalHours?: number | undefined
}

interface ShopLateness {
  readonly lateProjects: number
  /** Sum over late projects of the calendar days from ship date to completion. */
  readonly lateDays: number
  /** Number of operations behind plan. */
  readonly behindPlan: number
}

/** A shop before and after the moves. */
export interface ComparedMoves {
  /** Number of moves that change dates or work centers. */
  readonly movedOperations: number
  readonly before: ShopLateness
  readonly after: ShopLateness
  /** Moved projects and all projects whose completion changes, most delayed first. */
  readonly projects: readonly MovedProject[]
}

type Outlook = Pick<ProjectForecast, 'completionMs' | 'latenessDays' | 'state'>

/** A project before and after the moves. */
export interface MovedProject {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly before: Outlook
  readonly after: Outlook
  /** Calendar days by which it becomes later; null without a forecast before or after. */
  readonly daysLater: number | null
}

const withDates = (snapshot: ShopSnapshot, moves: readonly MovedDates[]): ShopSnapshot => {
  const moveOf = new Map(moves.map((move) => [move.operationId, move]))
  const paceOf = pacesIn(snapshot)
  const moved = (operation: SnapshotOperation): SnapshotOperation => {
    const move = moveOf.get(operation.operationId)
    if (!move) return operation
    const { scheduledStartMs, scheduledEndMs, pinned, categoryId, durationHours } = move
    // A move names hours as people see them.
    const estimated = atEstimate(operation)
    const placed = categoryId === undefined ? estimated : { ...runAt(estimated, categoryId), categoryId }
    const hours = durationHours ?? placed.durationHours
    const originalHours =
      move.originalHours ?? originalHoursAt(estimated, { categoryId: placed.categoryId, durationHours: hours })
    const dated = { ...placed, durationHours: hours, originalHours, scheduledStartMs, scheduledEndMs, pinned }
    return paceOf ? atLearnedPace(dated, paceOf) : dated
  }
  return {
    ...snapshot,
    projects: snapshot.projects.map((project) => ({ ...project, operations: project.operations.map(moved) })),
  }
}

const outlookOf = ({ completionMs, latenessDays, state }: ProjectForecast): Outlook => ({
  completionMs,
  latenessDays,
  state,
})

const latenessOf = (snapshot: ShopSnapshot, { projects }: ShopForecast): ShopLateness => {
  const { lateProjects, lateDays } = measurePlan(snapshot, 'all', (_, row) => projects[row]?.completionMs ?? null)
  const behind = projects.map(({ operations }) => operations.filter(({ isBehindPlan }) => isBehindPlan).length)
  return { lateProjects, lateDays, behindPlan: behind.reduce((sum, count) => sum + count, 0) }
}

const movedProjects = (
  moves: readonly MovedDates[],
  before: ShopForecast,
  after: ShopForecast,
  timeZone: string,
): MovedProject[] => {
  const moved = new Set(moves.map(({ projectId }) => projectId))
  return before.projects
    .flatMap((was, index): MovedProject[] => {
      const is = after.projects[index]
      const { projectId, projectNumber, projectName } = was.project
      if (!is || (!moved.has(projectId) && is.completionMs === was.completionMs)) return []
      const daysLater =
        was.completionMs === null || is.completionMs === null
          ? null
          : daysBehind(was.completionMs, is.completionMs, timeZone)
      return [{ projectId, projectNumber, projectName, before: outlookOf(was), after: outlookOf(is), daysLater }]
    })
    .sort((a, b) => (b.daysLater ?? 0) - (a.daysLater ?? 0) || a.projectNumber.localeCompare(b.projectNumber))
}

/** Compares the forecasts before and after some moves. Throws `StoppedError`. */
export const compareMoves = (
  snapshot: ShopSnapshot,
  moves: readonly MovedDates[],
  shouldStop: ShouldStop = neverStop,
): ComparedMoves => {
  const changed = withDates(snapshot, moves)
  const before = forecastShop(snapshot, shouldStop)
  const after = forecastShop(changed, shouldStop)
  const present = operationsById(snapshot)
  const isChange = ({ operationId, scheduledStartMs: startMs, scheduledEndMs: endMs, categoryId }: MovedDates) =>
    isMoved(present.get(operationId), { startMs, endMs, categoryId })
  return {
    movedOperations: moves.filter(isChange).length,
    before: latenessOf(snapshot, before),
    after: latenessOf(changed, after),
    projects: movedProjects(moves, before, after, snapshot.timeZone),
  }
}
