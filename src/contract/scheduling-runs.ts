import { z } from 'zod/mini'
import { AnswerDate, AnswerWord, WholeNumber } from './answer-fields.ts'
import { BulkTarget } from './bulk-operations.ts'
import { endpoint } from './endpoint.ts'
import { AnswerText, Id, Instant, preprocess } from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { DecimalNumber } from './other-names.ts'
import { RunEffectCounts } from './run-effects.ts'
import { RunEffort, RunStatus, runStatuses } from './vocabulary.ts'

/** The specified messages, literal. */
export const runMessages = {
  Succeeded: 'All projects have been successfully scheduled!',
  Failed: 'Scheduling failed. Please check the logs for more information.',
  Cancelled: 'Scheduling was cancelled by user.',
} as const

/** The outcome of a run, in addition to its status; sentences are composed on screen. */
export const runCauses = [
  'none',
  'cancelled',
  'serverStopped',
  'dataChanged',
  'violations',
  'noRight',
  'error',
] as const

/**
 * How the search of a run ended: it used all its effort, it found nothing better for long, no plan can be less late, its time was over, or
 * a planner chose its best plan so far.
 */
const searchEnds = ['complete', 'settled', 'bound', 'clock', 'planner'] as const

/** The project that was created with a promise date and for which a plan was applied, and its number of operations. */
export const CreatedProject = z.object({ projectNumber: z.string(), operations: z.int() })
export type CreatedProject = z.infer<typeof CreatedProject>

const NullableCount = withUsual(z.nullable(z.int()), null)

/** A run. Fields that another server leaves out get their defaults; without an id it cannot be requested again. */
export const SchedulingRun = z.object({
  runId: AnswerText(),
  /** One project; null = all, or the number in `selectedProjects`. */
  projectId: withUsual(z.nullable(z.string()), null),
  /** Number of projects in a run over some; null = over all, or one. */
  selectedProjects: NullableCount,
  preview: withUsual(z.boolean(), false),
  status: AnswerWord(runStatuses, RunStatus, 'Running'),
  cause: withUsual(z.enum(runCauses), 'none'),
  /** 0 to 100. */
  percent: withUsual(DecimalNumber, 0),
  /** Projects placed so far, among those that the run schedules: neither complete, shipped, on hold nor cancelled. */
  completed: withUsual(WholeNumber, 0),
  total: withUsual(WholeNumber, 0),
  /** Names of projects placed last, newest first. */
  recent: withUsual(z.array(z.string()), []),
  /**
   * For the same projects, while the run improves the plan: calendar days from ship date to completion in the best plan
   * so far and in the plan it is compared with; negative = early, null = unknown.
   */
  recentLateness: ifReadable(z.array(z.object({ before: NullableCount, after: z.nullable(z.int()) }))),
  phase: withUsual(z.enum(['initializing', 'placing', 'improving', 'saving', 'finished']), 'placing'),
  projectsPerSecond: withUsual(z.nullable(z.number()), null),
  secondsLeft: withUsual(z.nullable(z.number()), null),
  /**
   * Before = the outcome of following the previous plan from the start of the run. While the run improves the plan, the
   * other values describe the best plan so far.
   */
  lateProjectsBefore: NullableCount,
  lateProjects: NullableCount,
  /** Calendar days from ship date to completion, summed over late projects; null in runs from before the field existed. */
  lateDaysBefore: NullableCount,
  lateDays: NullableCount,
  /**
   * The effect on projects; null until the run has succeeded, and in runs from before the field existed. `getRunResult` lists the projects.
   */
  effect: withUsual(z.nullable(RunEffectCounts), null),
  /** Open operations of the run's projects that are scheduled, and that are not. */
  placedOperations: NullableCount,
  unplacedOperations: NullableCount,
  /** Number of warnings about scheduled operations; null in runs from before the field existed. */
  warnings: NullableCount,
  /** Number of operations whose stored dates it changed. */
  changedOperations: NullableCount,
  /** Of these, operations that were behind plan and got forecast dates; absent = none. */
  movedAsForecast: ifReadable(z.int()),
  /** Of these, operations with a new work center; absent = none. */
  movedCenters: ifReadable(z.int()),
  /** Violations found by the independent checker; a run with any is Failed and changes nothing. */
  violations: withUsual(z.array(z.string()), []),
  seed: withUsual(z.int(), 0),
  effort: withUsual(RunEffort, 'quick'),
  /** Number of plans tried; null until the run has succeeded, and in runs from before the field existed. */
  iterations: NullableCount,
  searchEnd: withUsual(z.nullable(z.enum(searchEnds)), null),
  /** Late days that the last third of the search saved; null until the run has succeeded, and in runs from before the field existed. */
  gainedLate: NullableCount,
  /** A lower bound: the late days of these projects with unlimited capacity. Null = unknown. */
  leastLateDays: NullableCount,
  /** The step at which the search was ended early; with it, seed and effort, the run can be repeated exactly. Null = not ended early. */
  endedAtStep: NullableCount,
  /** Number of parallel searches, each with its own seed: the run's, and the following numbers. */
  searches: NullableCount,
  /** The seed of the search whose plan was used. */
  bestSeed: NullableCount,
  startedBy: AnswerText(),
  startedAt: AnswerText(),
  endedAt: AnswerDate,
  revertedAt: AnswerDate,
  canRevert: withUsual(z.boolean(), false),
  /** Whether a reverted run can be applied again. */
  canRedo: withUsual(z.boolean(), false),
  /** Absent: a run. Otherwise the plan was applied with a proposal, or for a project with a promise date. */
  madeBy: ifReadable(z.enum(['proposal', 'promiseDate'])),
  /** Only with `promiseDate`; absent in runs from before the field existed. */
  created: ifReadable(CreatedProject),
  /** Whether it moved one project only, in which case reverting it requires no right for the whole shop. */
  ofOneProject: withUsual(z.boolean(), false),
  /** Whether its plan is still stored, for comparison with another one. */
  isKept: withUsual(z.boolean(), false),
})
export type SchedulingRun = z.infer<typeof SchedulingRun>

/** The answer to a start; another server may respond with nothing. */
const StartedRun = preprocess((value) => value ?? {}, SchedulingRun)

const RunOptions = z.optional(
  z.object({
    preview: z.optional(z.boolean()),
    /** How long to search for a better plan; defaults to quick. */
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
/** A project that a run over some projects leaves out, and why. */
export const LeftProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  reason: z.string(),
})
export type LeftProject = z.infer<typeof LeftProject>

/** Runs over the projects of some operations. Projects that cannot be scheduled are left out and listed; 422 if no project remains. */
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
/** Ends the search of a run, which then uses its best plan so far; has no effect on a run that has ended. */
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
 * Restores the dates that the run changed and that are unchanged since; the others are counted in `left`. 403 if it
 * moved several projects and the caller may not apply a plan for the whole shop.
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
