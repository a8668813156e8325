import type { PlacementWarning, UnplacedReason } from '#contract/placement.ts'
import type { RunEffectCounts } from '#contract/run-effects.ts'
import { runResultRows } from '#contract/run-results.ts'
import { countEffects, type ProjectEffect } from './project-effects.ts'
import type { ScheduleResult } from './schedule-result.ts'

interface Named {
  operationId: string
  projectId: string
}

/** The result of a run without names, which are read when it is opened. */
export interface StoredRunResult {
  projects: readonly ProjectEffect[]
  unplaced: readonly (Named & { reason: UnplacedReason })[]
  warnings: readonly (Named & { warning: PlacementWarning })[]
}

type Operations = Pick<ScheduleResult, 'operations'>

/** Unscheduled work of active projects, as counted in `unplacedOperations`; work that other work waits for comes first. */
export const unplacedOf = ({ operations }: Operations): StoredRunResult['unplaced'] => {
  const all = operations.flatMap(({ operationId, projectId, placement: { unplaced: reason } }) =>
    reason && reason.code !== 'projectNotScheduled' ? [{ operationId, projectId, reason }] : [],
  )
  const isCause = ({ reason }: { reason: UnplacedReason }) => reason.code !== 'waitsForUnplaced'
  return [...all.filter(isCause), ...all.filter((each) => !isCause(each))]
}

const warningsOf = ({ operations }: Operations): StoredRunResult['warnings'] =>
  operations.flatMap(({ operationId, projectId, placement: { warnings } }) =>
    warnings.map((warning) => ({ operationId, projectId, warning })),
  )

/** Statistics of a finished plan. */
export interface PlanSummary {
  readonly completedProjects: number
  readonly lateProjectsBefore: number
  readonly lateProjects: number
  readonly lateDaysBefore: number
  readonly lateDays: number
  readonly effect: RunEffectCounts
  readonly placedOperations: number
  readonly unplacedOperations: number
  readonly warnings: number
  /** Moved operations that were behind plan and get forecast dates; absent = none. */
  readonly movedAsForecast?: number
  /** Number of operations with a new work center; absent = none. */
  readonly movedCenters?: number
}

export const summarizePlan = (result: ScheduleResult): PlanSummary => ({
  completedProjects: result.stats.activeProjects,
  lateProjectsBefore: result.before.lateProjects,
  lateProjects: result.lateProjects,
  lateDaysBefore: result.before.lateDays,
  lateDays: result.lateDays,
  effect: countEffects(result.effects),
  placedOperations: result.stats.placedOperations,
  unplacedOperations: result.stats.unplacedOperations,
  warnings: warningsOf(result).length,
  ...(result.movedAsForecast > 0 && { movedAsForecast: result.movedAsForecast }),
  ...(result.movedCenters !== undefined && { movedCenters: result.movedCenters }),
})

/** All projects that changed, but only as many operations as are displayed. */
export const runResultOf = (result: Operations & Pick<ScheduleResult, 'effects'>): StoredRunResult => ({
  projects: result.effects,
  unplaced: unplacedOf(result).slice(0, runResultRows.unplaced),
  warnings: warningsOf(result).slice(0, runResultRows.warnings),
})
