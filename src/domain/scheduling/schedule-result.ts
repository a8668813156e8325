import type { Placement } from '#contract/placement.ts'
import type { RunEffort } from '#contract/vocabulary.ts'
import type { SearchEnding } from './core/search/search-run.ts'
import type { PlanMeasure } from './measure-plan.ts'
import type { ProjectEffect } from './project-effects.ts'

/** All projects, one, or some. Others keep their placements and their capacity. */
export type ScheduleScope = 'all' | { projectId: string } | { projectIds: readonly string[] }

/**
 * `optimize` may reorder the work of a work center. `keepSequence` follows the plan in the snapshot: every work center
 * preserves its order, nothing starts earlier than planned, and only work that cannot keep its dates moves later.
 */
export type ScheduleMethod = 'optimize' | 'keepSequence'

/** Calendar days from a project's ship date to its completion, negative = early; null = no ship date or no completion. */
interface RecentLateness {
  /** Lateness in the plan it is compared with. */
  before: number | null
  after: number | null
}

/** The best plan so far as displayed to the planner, and the plan it is compared with. */
export interface ImprovementFigures {
  /** Late projects in the forecast, as on the dashboard before the run; in the first plan if nothing had a date. */
  lateProjectsBefore: number
  lateDaysBefore: number
  lateProjects: number
  lateDays: number
  /** The projects placed last, newest first, at most `mostRecent`. */
  recentLateness: RecentLateness[]
}

/** Maximum number of recently placed projects. */
export const mostRecent = 10

export interface ScheduleProgress {
  phase: 'initializing' | 'placing' | 'improving'
  /** Number of active projects in scope whose operations are all placed. */
  completedProjects: number
  totalProjects: number
  /** The project placed last. */
  projectName?: string
  /** During improvement: statistics of the best plan so far, computed on demand. */
  figures?: () => ImprovementFigures
}

/** The dates of each operation in a plan that was computed earlier and is not in force, by operation id. */
export type EarlierPlan = ReadonlyMap<
  string,
  { readonly startMs: number | null; readonly categoryId?: string | undefined }
>

export interface ScheduleOptions {
  scope: ScheduleScope
  /** Defaults to `optimize`. */
  method?: ScheduleMethod
  /** Defaults to 1. The same snapshot, scope, seed, effort, `startFrom` and `endAtStep` give the same result, byte for byte. */
  seed?: number
  /** How long to search after the dispatch rules; no search by default. */
  effort?: RunEffort
  /** The search begins with this plan, brought up to date, where it is better than those of the rules. */
  startFrom?: EarlierPlan
  /** Ends the search at the step (`stats.endedAtStep`) at which an earlier call ended, in order to repeat it. */
  endAtStep?: number
  onProgress?: (progress: ScheduleProgress) => void
  /** Polled every few hundred steps; returning true ends the call with `{ cancelled: true }`. */
  shouldStop?: () => boolean
  /** Polled likewise; returning true ends the search with the best plan so far. */
  shouldEndSearch?: () => boolean
}

/** Compared in this order, less is better. */
export interface ScheduleObjective {
  /** Sum of priority (0-100) x hours after the due date. */
  weightedLatenessHours: number
  /** Working hours of all changeovers; absent if the shop has none. */
  changeoverHours?: number
  /** Sum over projects of the hours from now to completion. */
  totalCompletionHours: number
  /** Operations that had a scheduled start and now have another start, another work center, or none. */
  movedOperations: number
}

export interface ScheduledOperation {
  operationId: string
  projectId: string
  /** Both null if unscheduled (see `placement.unplaced`), or if completed without any date. */
  startMs: number | null
  endMs: number | null
  /** The planned work center of an operation with alternatives; absent if it has none. */
  categoryId?: string
  placement: Placement
}

export interface ScheduledProject {
  projectId: string
  /** Latest end of its scheduled work; null if none is scheduled. */
  completionMs: number | null
  /** Hours after the due date; 0 if on time or without one. */
  latenessHours: number
  unplacedOperations: number
}

/** How a search ended, and what it could still gain. */
export interface SearchOutcome {
  /** Null = `shouldEndSearch` or `endAtStep` ended it. */
  ended: SearchEnding | null
  /** Late days that the last third of the search saved. */
  gainedLate: number
  /** A lower bound: the late days with unlimited capacity; null = unknown. */
  leastLateDays: number | null
}

export interface ScheduleStats {
  /** The dispatch rule of the chosen plan, and how the plan was generated. */
  rule: string
  generation: 'serial' | 'parallel'
  /** Number of plans built and compared. */
  iterations: number
  seed: number
  /** The step at which `shouldEndSearch` ended the search; null if it used all its effort. */
  endedAtStep: number | null
  /** Absent = there was no search. */
  search?: SearchOutcome
  /** Number of projects in scope that a run schedules. */
  activeProjects: number
  /** Number of scheduled open operations in these projects. */
  placedOperations: number
  /** Number of unscheduled operations in these projects (`isNotPlaced`). */
  unplacedOperations: number
}

/** Operations and projects in scope, in the snapshot's order. */
export interface ScheduleResult {
  operations: ScheduledOperation[]
  projects: ScheduledProject[]
  objective: ScheduleObjective
  lateProjects: number
  lateDays: number
  /** Number of operations at another work center than in the snapshot; absent = none. */
  movedCenters?: number
  /**
   * Number of operations that move when the plan is applied (`isMoved`), and of those that get forecast dates; 0 if the
   * plan itself is followed.
   */
  movedOperations: number
  movedAsForecast: number
  /** The outcome of following the snapshot's plan from now on, measured the same way. */
  before: PlanMeasure
  /** The effects on projects compared with that, worst first; empty if the plan itself is followed. */
  effects: ProjectEffect[]
  stats: ScheduleStats
}

export type ScheduleOutcome = ScheduleResult | { cancelled: true }
