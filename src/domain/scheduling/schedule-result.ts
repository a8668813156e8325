import type { Placement } from '#contract/placement.ts'
import type { PlanMeasure } from './measure-plan.ts'
import type { ProjectEffect } from './project-effects.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

/** All projects, one, or some; the others keep their placements and their capacity. */
export type ScheduleScope = 'all' | { projectId: string } | { projectIds: readonly string[] }

/**
 * `optimize` may put the work of a work center into another order. `keepSequence` follows the plan that the snapshot came with:
 * every work center keeps its order, nothing starts earlier than planned, and only work that cannot keep its dates moves later.
 */
export type ScheduleMethod = 'optimize' | 'keepSequence'

export interface ScheduleProgress {
  phase: 'initializing' | 'placing' | 'improving'
  /** Active projects of the scope whose operations are all placed. */
  completedProjects: number
  totalProjects: number
  /** The project placed last. */
  projectName?: string
  /** The objective of the best plan so far, once there is one. */
  weightedLatenessHours?: number
}

export interface ScheduleOptions {
  scope: ScheduleScope
  /** Default `optimize`. */
  method?: ScheduleMethod
  /** Default 1. The same snapshot, scope, seed and effort give the same result, byte for byte. */
  seed?: number
  /** Iterations of the improvement search after the dispatch rules; 0 (default) = only the rules. */
  effort?: number
  onProgress?: (progress: ScheduleProgress) => void
  /** Polled every few hundred steps; true ends the call with `{ cancelled: true }`. */
  shouldStop?: () => boolean
}

/** Compared in this order: less is better. */
export interface ScheduleObjective {
  /** Sum of priority (0-100) x hours after the due instant. */
  weightedLatenessHours: number
  /** Sum over projects of the hours from now to completion. */
  totalCompletionHours: number
  /** Operations that had a scheduled start and now have another one, or none. */
  movedOperations: number
}

export interface ScheduledOperation {
  operationId: string
  projectId: string
  /** Both null when unplaced (then `placement.unplaced` says why), or when completed without any date. */
  startMs: number | null
  endMs: number | null
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
  /** Where the work would land if the plan of the snapshot were followed from now on, measured the same way. */
  before: PlanMeasure
  /** The effects on projects compared with that, worst first; empty when the plan itself is followed. */
  effects: ProjectEffect[]
  stats: ScheduleStats
}

export type ScheduleOutcome = ScheduleResult | { cancelled: true }

/** Signature of `scheduleShop` (schedule-shop.ts); pure: no clock, no I/O. */
export type ScheduleShop = (snapshot: ShopSnapshot, options: ScheduleOptions) => ScheduleOutcome
