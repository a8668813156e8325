import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { PlacementWarning, UnplacedReason } from './placement.ts'
import { runEffectKinds } from './run-effects.ts'

/** Maximum number of rows in each list of a result; the totals of the run count all. */
export const runResultRows = { projectsOfKind: 200, unplaced: 500, warnings: 500 } as const

const count = z.int()

/** "Before" is the completion from following the previous plan; null without a date. */
export const RunProject = z.object({
  projectId: z.string(),
  /** Number and name are null if the project was deleted since. */
  projectNumber: z.nullable(z.string()),
  projectName: z.nullable(z.string()),
  kind: z.enum(runEffectKinds),
  completionBefore: z.nullable(Instant),
  completionAfter: z.nullable(Instant),
  /** Calendar days from the ship date; negative = early, null = no ship date or no completion. */
  latenessDaysBefore: z.nullable(count),
  latenessDaysAfter: z.nullable(count),
  /** Calendar days from the completion before to the one after; null if either is missing. */
  movedDays: z.nullable(count),
  movedOperations: count,
  /** Number of its open operations that the run could not schedule. */
  unplacedOperations: count,
})
export type RunProject = z.infer<typeof RunProject>

/** `names` has the name of the operation, unless it was deleted since. */
const OfOperation = z.object({ operationId: z.string(), projectId: z.string() })

const RunUnplaced = z.extend(OfOperation, { reason: UnplacedReason })
export type RunUnplaced = z.infer<typeof RunUnplaced>

const RunWarning = z.extend(OfOperation, { warning: PlacementWarning })
export type RunWarning = z.infer<typeof RunWarning>

/** The result of a run as of its end. */
export const RunResult = z.object({
  runId: z.string(),
  /** In the order of `runEffectKinds`, worst first within each. */
  projects: z.array(RunProject),
  unplaced: z.array(RunUnplaced),
  warnings: z.array(RunWarning),
  /** Names of the listed or mentioned operations and work centers, by id: '#1037 Paint topcoat'. */
  names: z.record(z.string(), z.string()),
})
export type RunResult = z.infer<typeof RunResult>

export const getRunResult = endpoint({
  method: 'GET',
  path: '/scheduling-runs/:runId/result',
  access: 'tenant',
  summary: 'What a run did to projects, what it could not place, and what it warns of; empty until it has succeeded',
  failed: 'Failed to fetch scheduling run',
  params: z.object({ runId: Id }),
  response: RunResult,
})
