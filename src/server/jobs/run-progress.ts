import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { RunProgress } from '../services/scheduling-runs/renew-lease.ts'
import type { SearchFacts, WorkerProgress } from '../services/scheduling-runs/schedule-messages.ts'

/** The progress shown while the engine works. Rates are measured, and null until there is something to measure. */
export const progressOf = (progress: WorkerProgress, elapsedMs: number): RunProgress => {
  const { completedProjects: completed, totalProjects: total } = progress
  const perSecond = completed > 0 && elapsedMs > 0 ? (completed / elapsedMs) * 1_000 : null
  return {
    phase: progress.phase,
    completed,
    total,
    // 100 means finished (specification 4.7), which only the commit may report.
    percent: total === 0 ? 0 : Math.min(99, Math.floor((completed / total) * 100)),
    recent: [...progress.recent],
    projectsPerSecond: perSecond === null ? null : Math.round(perSecond * 10) / 10,
    // Nobody knows how long it takes until no better plan is found.
    secondsLeft:
      perSecond === null || progress.phase === 'improving' ? null : Math.ceil((total - completed) / perSecond),
    ...progress.figures,
  }
}

/** The last progress with the figures of the finished plan. */
export const summaryOf = (
  last: RunProgress,
  { summary, search }: { readonly summary: PlanSummary; readonly search: SearchFacts },
  changedOperations: number,
): RunProgress => ({
  ...last,
  ...search,
  // These were days of a plan on the way.
  recentLateness: undefined,
  phase: 'saving',
  completed: summary.completedProjects,
  total: summary.completedProjects,
  percent: 99,
  secondsLeft: null,
  lateProjectsBefore: summary.lateProjectsBefore,
  lateProjects: summary.lateProjects,
  lateDaysBefore: summary.lateDaysBefore,
  lateDays: summary.lateDays,
  effect: summary.effect,
  placedOperations: summary.placedOperations,
  unplacedOperations: summary.unplacedOperations,
  warnings: summary.warnings,
  ...(summary.movedAsForecast !== undefined && {
    // People may have moved some of them meanwhile.
    movedAsForecast: Math.min(summary.movedAsForecast, changedOperations),
  }),
  ...(summary.movedCenters !== undefined && { movedCenters: summary.movedCenters }),
  changedOperations,
})
