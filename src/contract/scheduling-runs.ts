import { z } from 'zod/mini'
import { AnswerDate, AnswerWord, WholeNumber } from './answer-fields.ts'
import { BulkTarget } from './bulk-operations.ts'
import { endpoint } from './endpoint.ts'
import { AnswerText, Id, Instant, preprocess } from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { DecimalNumber } from './other-names.ts'
import { RunEffectCounts } from './run-effects.ts'
import { RunEffort, RunStatus, runStatuses } from './vocabulary.ts'

/** Specification 4.7, literal. */
export const runMessages = {
  Succeeded: 'All projects have been successfully scheduled!',
  Failed: 'Scheduling failed. Please check the logs for more information.',
  Cancelled: 'Scheduling was cancelled by user.',
} as const

/** What became of a run, beside its status; sentences are composed on screen. */
export const runCauses = [
  'none',
  'cancelled',
  'serverStopped',
  'dataChanged',
  'violations',
  'noRight',
  'error',
] as const

/** How the search of a run ended: it tried all that its effort allows, its time was over, or a planner wanted its best plan so far. */
const searchEnds = ['complete', 'clock', 'planner'] as const

/** The project that was created with a promised date, for which a plan came in force, and the number of its operations. */
export const CreatedProject = z.object({ projectNumber: z.string(), operations: z.int() })
export type CreatedProject = z.infer<typeof CreatedProject>

const NullableCount = withUsual(z.nullable(z.int()), null)

/** What another server leaves out of a run has its usual value; without an id it cannot be asked for again. */
export const SchedulingRun = z.object({
  runId: AnswerText(),
  /** One project; null = all, or the number of `selectedProjects`. */
  projectId: withUsual(z.nullable(z.string()), null),
  /** How many projects a run over some is about; null = over all, or one. */
  selectedProjects: NullableCount,
  preview: withUsual(z.boolean(), false),
  status: AnswerWord(runStatuses, RunStatus, 'Running'),
  cause: withUsual(z.enum(runCauses), 'none'),
  /** 0 to 100. */
  percent: withUsual(DecimalNumber, 0),
  /** Projects placed, of those that the run is about: neither complete, shipped, on hold nor cancelled. */
  completed: withUsual(WholeNumber, 0),
  total: withUsual(WholeNumber, 0),
  /** Names of projects placed last, newest first. */
  recent: withUsual(z.array(z.string()), []),
  /**
   * Of the same projects, while the run improves the plan: calendar days from ship date to completion in the best plan so far and
   * in what it is compared with, negative = early, null = unknown.
   */
  recentLateness: ifReadable(z.array(z.object({ before: NullableCount, after: z.nullable(z.int()) }))),
  phase: withUsual(z.enum(['initializing', 'placing', 'improving', 'saving', 'finished']), 'placing'),
  projectsPerSecond: withUsual(z.nullable(z.number()), null),
  secondsLeft: withUsual(z.nullable(z.number()), null),
  /**
   * Before = where the work would land if the plan before were followed from the moment of the run on. While the run improves the
   * plan, the others are figures of the best plan so far.
   */
  lateProjectsBefore: NullableCount,
  lateProjects: NullableCount,
  /** Calendar days from ship date to completion, added up over late projects; null in runs older than the figure. */
  lateDaysBefore: NullableCount,
  lateDays: NullableCount,
  /** What it did to projects; null until it has succeeded, and in runs older than the figure. The projects: `getRunResult`. */
  effect: withUsual(z.nullable(RunEffectCounts), null),
  /** Open operations of the projects it is about that have a place, and that have none. */
  placedOperations: NullableCount,
  unplacedOperations: NullableCount,
  /** What a planner should know of operations that have a place; null in runs older than the figure. */
  warnings: NullableCount,
  /** Operations whose stored dates it changed. */
  changedOperations: NullableCount,
  /** Of these, those that were behind plan and got the dates of the forecast; absent = none. */
  movedAsForecast: ifReadable(z.int()),
  /** Of these, those at another work center; absent = none. */
  movedCenters: ifReadable(z.int()),
  /** Violations the independent checker named; a run with any is Failed and changes nothing. */
  violations: withUsual(z.array(z.string()), []),
  seed: withUsual(z.int(), 0),
  effort: withUsual(RunEffort, 'quick'),
  /** Plans tried; null until it has succeeded, and in runs older than the figure. */
  iterations: NullableCount,
  searchEnd: withUsual(z.nullable(z.enum(searchEnds)), null),
  /** The step at which the search was ended early; with it, seed and effort the run can be repeated exactly. Null = not early. */
  endedAtStep: NullableCount,
  /** Number of searches at the same time, each with a seed of its own: the run's and those after it. */
  searches: NullableCount,
  /** The seed of the search whose plan was used. */
  bestSeed: NullableCount,
  startedBy: AnswerText(),
  startedAt: AnswerText(),
  endedAt: AnswerDate,
  revertedAt: AnswerDate,
  canRevert: withUsual(z.boolean(), false),
  /** Whether a reverted run can be put in force again. */
  canRedo: withUsual(z.boolean(), false),
  /** Absent: a run. Otherwise its plan came with the changes of a proposal, or with a project of a promised date. */
  madeBy: ifReadable(z.enum(['proposal', 'promiseDate'])),
  /** Only with `promiseDate`; absent in runs older than the field. */
  created: ifReadable(CreatedProject),
  /** Whether it moved one project only: then it takes no right for the whole shop to revert it. */
  ofOneProject: withUsual(z.boolean(), false),
  /** Whether its plan is still kept, to compare another one with. */
  isKept: withUsual(z.boolean(), false),
})
export type SchedulingRun = z.infer<typeof SchedulingRun>

/** The answer to a start; another server may answer with nothing. */
const StartedRun = preprocess((value) => value ?? {}, SchedulingRun)

const RunOptions = z.optional(
  z.object({
    preview: z.optional(z.boolean()),
    /** How long to search for a better plan; quick when left out. */
    effort: z.optional(RunEffort),
    seed: z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1))),
  }),
)

const params = z.object({ runId: Id })

export const scheduleAll = endpoint({
  method: 'POST',
  path: '/projects/schedule-all',
  access: 'tryPlans',
  summary: 'Schedule all projects',
  failed: 'Failed to schedule all projects',
  body: RunOptions,
  response: StartedRun,
  status: 202,
})
export const scheduleProject = endpoint({
  method: 'POST',
  path: '/projects/:id/schedule',
  access: 'tryPlans',
  summary: 'Schedule one project; the others keep their dates',
  failed: 'Failed to schedule project',
  params: z.object({ id: Id }),
  body: RunOptions,
  response: StartedRun,
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
  access: 'tryPlans',
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
  access: 'tryPlans',
  summary: 'Cancel a run; the plan stays as it was',
  failed: 'Failed to cancel scheduling run',
  params,
  response: SchedulingRun,
})
/** Ends the search of a run, which then uses the best plan that it has found; a run that has ended is left alone. */
export const endRunSearch = endpoint({
  method: 'POST',
  path: '/scheduling-runs/:runId/end-search',
  access: 'tryPlans',
  summary: 'End the search of a run and use its best plan so far',
  failed: 'Failed to end the search of the scheduling run',
  params,
  response: SchedulingRun,
})
/**
 * Puts back the dates that the run changed and that are unchanged since; the others are counted in `left`. 403 when it moved several
 * projects and the caller may not put a plan for the whole shop in force.
 */
export const revertRun = endpoint({
  method: 'POST',
  path: '/scheduling-runs/:runId/revert',
  access: 'tryPlans',
  summary: 'Revert a run',
  failed: 'Failed to revert scheduling run',
  params,
  response: z.object({ run: SchedulingRun, reverted: z.int(), left: z.int() }),
})

export const RunChange = z.object({
  operationId: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  operationName: z.string(),
  startBefore: z.nullable(Instant),
  endBefore: z.nullable(Instant),
  startAfter: z.nullable(Instant),
  endAfter: z.nullable(Instant),
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
