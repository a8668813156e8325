import { forecastShop, type ProjectForecast } from '../forecast/forecast-shop.ts'
import { daysBehind } from '../projects/local-day.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '../scheduling/stopped.ts'

/** Other planned dates for one operation; instants in epoch ms. */
export interface MovedDates
  extends Pick<SnapshotOperation, 'operationId' | 'scheduledStartMs' | 'scheduledEndMs' | 'pinned'> {
  readonly projectId: string
}

type Outlook = Pick<ProjectForecast, 'completionMs' | 'latenessDays' | 'state'>

/** A project before and after the moves. */
export interface MovedProject {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly before: Outlook
  readonly after: Outlook
  /** Calendar days by which it becomes later; null = it has no forecast before or after. */
  readonly daysLater: number | null
}

const withDates = (snapshot: ShopSnapshot, moves: readonly MovedDates[]): ShopSnapshot => {
  const moveOf = new Map(moves.map((move) => [move.operationId, move]))
  const moved = (operation: SnapshotOperation): SnapshotOperation => {
    const move = moveOf.get(operation.operationId)
    if (!move) return operation
    const { scheduledStartMs, scheduledEndMs, pinned } = move
    return { ...operation, scheduledStartMs, scheduledEndMs, pinned }
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

/**
 * Compares the forecasts before and after some moves: the moved projects, and all projects whose completion changes, the most delayed
 * first. Throws `StoppedError`.
 */
export const compareMoves = (
  snapshot: ShopSnapshot,
  moves: readonly MovedDates[],
  shouldStop: ShouldStop = neverStop,
): MovedProject[] => {
  const before = forecastShop(snapshot, shouldStop)
  const after = forecastShop(withDates(snapshot, moves), shouldStop)
  const moved = new Set(moves.map(({ projectId }) => projectId))
  return before.projects
    .flatMap((was, index): MovedProject[] => {
      const is = after.projects[index]
      const { projectId, projectNumber, projectName } = was.project
      if (!is || (!moved.has(projectId) && is.completionMs === was.completionMs)) return []
      const daysLater =
        was.completionMs === null || is.completionMs === null
          ? null
          : daysBehind(was.completionMs, is.completionMs, snapshot.timeZone)
      return [{ projectId, projectNumber, projectName, before: outlookOf(was), after: outlookOf(is), daysLater }]
    })
    .sort((a, b) => (b.daysLater ?? 0) - (a.daysLater ?? 0) || a.projectNumber.localeCompare(b.projectNumber))
}
