import type { Placement } from '#contract/placement.ts'
import type { RunEffort } from '#contract/vocabulary.ts'
import type { PlanMeasure } from './measure-plan.ts'
import type { ProjectEffect } from './project-effects.ts'

/** All projects, one, or some; the others keep their placements and their capacity. */
export type ScheduleScope = 'all' | { projectId: string } | { projectIds: readonly string[] }

/**
 * `optimize` may put the work of a work center into another order. `keepSequence` follows the plan that the snapshot came with:
 * every work center keeps its order, nothing starts earlier than planned, and only work that cannot keep its dates moves later.
 */
export type ScheduleMethod = 'optimize' | 'keepSequence'

/** Calendar days from the ship date of a project to its completion, negative = early; null = no ship date or no completion. */
interface RecentLateness {
  /** In what the plan is compared with. */
  before: number | null
  after: number | null
}

/** The best plan so far in the planner's figures, and what it is compared with. */
export interface ImprovementFigures {
  /** Of the forecast, as the dashboard says before the run; of the first plan where nothing has a date. */
  lateProjectsBefore: number
  lateDaysBefore: number
  lateProjects: number
  lateDays: number
  /** Of the projects that were reported last while placing, newest first, at most `mostRecent`. */
  recentLateness: RecentLateness[]
}

/** How many of the projects placed last are named. */
export const mostRecent = 10

export interface ScheduleProgress {
  phase: 'initializing' | 'placing' | 'improving'
  /** Active projects of the scope whose operations are all placed. */
  completedProjects: number
  totalProjects: number
  /** The project placed last. */
  projectName?: string
  /** While it improves: the figures of the best plan so far, which are computed only when they are wanted. */
  figures?: () => ImprovementFigures
}

export interface ScheduleOptions {
  scope: ScheduleScope
  /** Default `optimize`. */
  method?: ScheduleMethod
  /** Default 1. The same snapshot, scope, seed, effort and `endAtStep` give the same result, byte for byte. */
  seed?: number
  /** How long to search after the dispatch rules; default = not at all. */
  effort?: RunEffort
  /** Ends the search at the step (`stats.endedAtStep`) at which an earlier call was ended, to repeat it. */
  endAtStep?: number
  onProgress?: (progress: ScheduleProgress) => void
  /** Polled every few hundred steps; true ends the call with `{ cancelled: true }`. */
  shouldStop?: () => boolean
  /** Polled as well; true ends the search with the best plan so far. */
  shouldEndSearch?: () => boolean
}

/** Compared in this order: less is better. */
export interface ScheduleObjective {
  /** Sum of priority (0-100) x hours after the due instant. */
  weightedLatenessHours: number
  /** Working hours of all changeovers; absent in a shop without any. */
  changeoverHours?: number
  /** Sum over projects of the hours from now to completion. */
  totalCompletionHours: number
  /** Operations that had a scheduled start and now have another one, another work center, or none. */
  movedOperations: number
}

export interface ScheduledOperation {
  operationId: string
  projectId: string
  /** Both null when unplaced (then `placement.unplaced` says why), or when completed without any date. */
  startMs: number | null
  endMs: number | null
  /** Where the plan lets it run; absent = it may run at one work center only. */
  categoryId?: string
  placement: Placement
}

export interface ScheduledProject {
  projectId: string
  /** Latest end of its scheduled work; null when none is scheduled. */
  completionMs: number | null
  /** Hours after the due instant, 0 when on time or without one. */
  latenessHours: number
  unplacedOperations: number
}

export interface ScheduleStats {
  /** The dispatch rule of the chosen plan, and how the plan was generated. */
  rule: string
  generation: 'serial' | 'parallel'
  /** Plans built and compared. */
  iterations: number
  seed: number
  /** The step at which `shouldEndSearch` ended the search; null = it tried all that its effort allows. */
  endedAtStep: number | null
  /** Projects of the scope that a run schedules at all. */
  activeProjects: number
  /** Open operations of projects that are scheduled at all. */
  placedOperations: number
  /** Of projects that are scheduled at all (`isNotPlaced`). */
  unplacedOperations: number
}

/** Only operations and projects of the scope, in the snapshot's order. */
export interface ScheduleResult {
  operations: ScheduledOperation[]
  projects: ScheduledProject[]
  objective: ScheduleObjective
  lateProjects: number
  lateDays: number
  /** Operations at another work center than in the snapshot; absent = none. */
  movedCenters?: number
  /** Operations that move when the plan is taken over (`isMoved`), and those of them that get the dates of the forecast; 0 when the plan itself is followed. */
  movedOperations: number
  movedAsForecast: number
  /** Where the work would land if the plan of the snapshot were followed from now on, measured the same way. */
  before: PlanMeasure
  /** The effects on projects compared with that, worst first; empty when the plan itself is followed. */
  effects: ProjectEffect[]
  stats: ScheduleStats
}

export type ScheduleOutcome = ScheduleResult | { cancelled: true }
