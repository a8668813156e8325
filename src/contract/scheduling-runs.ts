import { z } from 'zod'
import { BulkTarget } from './bulk-operations.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { RunEffectCounts } from './run-effects.ts'
import { RunEffort, RunStatus } from './vocabulary.ts'

/** Specification 4.7, literal. */
export const runMessages = {
  Succeeded: 'All projects have been successfully scheduled!',
  Failed: 'Scheduling failed. Please check the logs for more information.',
  Cancelled: 'Scheduling was cancelled by user.',
} as const

/** What became of a run, beside its status; sentences are composed on screen. */
export const runCauses = ['none', 'cancelled', 'serverStopped', 'dataChanged', 'violations', 'error'] as const

/** How the search of a run ended: it tried all that its effort allows, its time was over, or a planner wanted its best plan so far. */
export const searchEnds = ['complete', 'clock', 'planner'] as const

export const SchedulingRun = z.object({
  runId: z.string(),
  /** One project; null = all, or the number of `selectedProjects`. */
  projectId: z.string().nullable(),
  /** How many projects a run over some is about; null = over all, or one. */
  selectedProjects: z.number().int().nullable(),
  preview: z.boolean(),
  status: RunStatus,
  cause: z.enum(runCauses),
  /** 0 to 100. */
  percent: z.number(),
  /** Projects placed, of those that the run is about: neither complete, shipped, on hold nor cancelled. */
  completed: z.number().int(),
  total: z.number().int(),
  /** Names of projects placed last, newest first. */
  recent: z.array(z.string()),
  /**
   * Of the same projects, while the run improves the plan: calendar days from ship date to completion in the best plan so far and
   * in what it is compared with, negative = early, null = unknown.
   */
  recentLateness: z
    .array(z.object({ before: z.number().int().nullable(), after: z.number().int().nullable() }))
    .optional(),
  phase: z.enum(['initializing', 'placing', 'improving', 'saving', 'finished']),
  projectsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /**
   * Before = where the work would land if the plan before were followed from the moment of the run on. While the run improves the
   * plan, the others are figures of the best plan so far.
   */
  lateProjectsBefore: z.number().int().nullable(),
  lateProjects: z.number().int().nullable(),
  /** Calendar days from ship date to completion, added up over late projects; null in runs older than the figure. */
  lateDaysBefore: z.number().int().nullable(),
  lateDays: z.number().int().nullable(),
  /** What it did to projects; null until it has succeeded, and in runs older than the figure. The projects: `getRunResult`. */
  effect: RunEffectCounts.nullable(),
  /** Open operations of the projects it is about that have a place, and that have none. */
  placedOperations: z.number().int().nullable(),
  unplacedOperations: z.number().int().nullable(),
  /** What a planner should know of operations that have a place; null in runs older than the figure. */
  warnings: z.number().int().nullable(),
  changedOperations: z.number().int().nullable(),
  /** Of these, those at another work center; absent = none. */
  movedCenters: z.number().int().optional(),
  /** Violations the independent checker named; a run with any is Failed and changes nothing. */
  violations: z.array(z.string()),
  seed: z.number().int(),
  effort: RunEffort,
  /** Plans tried; null until it has succeeded, and in runs older than the figure. */
  iterations: z.number().int().nullable(),
  searchEnd: z.enum(searchEnds).nullable(),
  /** The step at which the search was ended early; with it, seed and effort the run can be repeated exactly. Null = not early. */
  endedAtStep: z.number().int().nullable(),
  /** Number of searches at the same time, each with a seed of its own: the run's and those after it. */
  searches: z.number().int().nullable(),
  /** The seed of the search whose plan was used. */
  bestSeed: z.number().int().nullable(),
  startedBy: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  revertedAt: Instant.nullable(),
  canRevert: z.boolean(),
  /** Whether its plan is still kept, to compare another one with. */
  isKept: z.boolean().default(false),
})
export type SchedulingRun = z.infer<typeof SchedulingRun>

export const RunOptions = z
  .object({
    preview: z.boolean().optional(),
    /** How long to search for a better plan; quick when left out. */
    effort: RunEffort.optional(),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
  })
  .optional()

const params = z.object({ runId: Id })

export const scheduleAll = endpoint({
  method: 'POST',
  path: '/projects/schedule-all',
  access: 'tenant',
  summary: 'Schedule all projects',
  failed: 'Failed to schedule all projects',
  body: RunOptions,
  response: SchedulingRun,
  status: 202,
})
export const scheduleProject = endpoint({
  method: 'POST',
  path: '/projects/:id/schedule',
  access: 'tenant',
  summary: 'Schedule one project; the others keep their dates',
  failed: 'Failed to schedule project',
  params: z.object({ id: Id }),
  body: RunOptions,
  response: SchedulingRun,
  status: 202,
})
/** A project that a run over some leaves out, and why. */
export const LeftProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  reason: z.string(),
})
export type LeftProject = z.infer<typeof LeftProject>

/** Runs over the projects that operations belong to. What cannot be scheduled is left out and named; 422 when that is all of it. */
export const scheduleSelected = endpoint({
  method: 'POST',
  path: '/operations/schedule',
  access: 'tenant',
  summary: 'Schedule the projects of some operations; the others keep their dates',
  failed: 'Failed to schedule projects',
  body: z.object({ target: BulkTarget }),
  response: z.object({ run: SchedulingRun, left: z.array(LeftProject) }),
  status: 202,
})
export const listRuns = endpoint({
  method: 'GET',
  path: '/scheduling-runs',
  access: 'tenant',
  summary: 'The newest 50 runs',
  failed: 'Failed to fetch scheduling runs',
  response: z.array(SchedulingRun),
})
export const getRun = endpoint({
  method: 'GET',
  path: '/scheduling-runs/:runId',
  access: 'tenant',
  summary: 'One run',
  failed: 'Failed to fetch scheduling run',
  params,
  response: SchedulingRun,
})
export const cancelRun = endpoint({
  method: 'POST',
  path: '/scheduling-runs/:runId/cancel',
  access: 'tenant',
  summary: 'Cancel a run; the plan stays as it was',
  failed: 'Failed to cancel scheduling run',
  params,
  response: SchedulingRun,
})
/** Ends the search of a run, which then uses the best plan that it has found; a run that has ended is left alone. */
export const endRunSearch = endpoint({
  method: 'POST',
  path: '/scheduling-runs/:runId/end-search',
  access: 'tenant',
  summary: 'End the search of a run and use its best plan so far',
  failed: 'Failed to end the search of the scheduling run',
  params,
  response: SchedulingRun,
})
/** Puts back the dates that the run changed and nobody has changed since; the others are counted in `left`. */
export const revertRun = endpoint({
  method: 'POST',
  path: '/scheduling-runs/:runId/revert',
  access: 'tenant',
  summary: 'Revert a run',
  failed: 'Failed to revert scheduling run',
  params,
  response: z.object({ run: SchedulingRun, reverted: z.number().int(), left: z.number().int() }),
})

export const RunChange = z.object({
  operationId: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  operationName: z.string(),
  startBefore: Instant.nullable(),
  endBefore: Instant.nullable(),
  startAfter: Instant.nullable(),
  endAfter: Instant.nullable(),
})
export const listRunChanges = endpoint({
  method: 'GET',
  path: '/scheduling-runs/:runId/changes',
  access: 'tenant',
  summary: 'What a run moved (at most 2,000 rows)',
  failed: 'Failed to fetch the changes of the scheduling run',
  params,
  response: z.array(RunChange),
})
