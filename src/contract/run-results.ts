import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { PlacementWarning, UnplacedReason } from './placement.ts'
import { runEffectKinds } from './run-effects.ts'

/** Most rows of each list of a result; the figures of the run count all. */
export const runResultRows = { projectsOfKind: 200, unplaced: 500, warnings: 500 } as const

const count = z.int()

/** "Before" is the completion that following the previous plan would have led to; null where there is no date. */
export const RunProject = z.object({
  projectId: z.string(),
  /** The number and name are null where the project was deleted since. */
  projectNumber: z.nullable(z.string()),
  projectName: z.nullable(z.string()),
  kind: z.enum(runEffectKinds),
  completionBefore: z.nullable(Instant),
  completionAfter: z.nullable(Instant),
  /** Calendar days from the ship date; negative = early, null = no ship date or no completion. */
  latenessDaysBefore: z.nullable(count),
  latenessDaysAfter: z.nullable(count),
  /** Calendar days from the completion before to the one after; null where one of them is missing. */
  movedDays: z.nullable(count),
  movedOperations: count,
  /** Its open operations that the run could not schedule. */
  unplacedOperations: count,
})
export type RunProject = z.infer<typeof RunProject>

/** `names` says what the operation is called, unless it was deleted since. */
const OfOperation = z.object({ operationId: z.string(), projectId: z.string() })

const RunUnplaced = z.extend(OfOperation, { reason: UnplacedReason })
export type RunUnplaced = z.infer<typeof RunUnplaced>

const RunWarning = z.extend(OfOperation, { warning: PlacementWarning })
export type RunWarning = z.infer<typeof RunWarning>

/** The result of a run, as it was when the run ended. */
export const RunResult = z.object({
  runId: z.string(),
  /** In the order of `runEffectKinds`, within each the worst first. */
  projects: z.array(RunProject),
  unplaced: z.array(RunUnplaced),
  warnings: z.array(RunWarning),
  /** Names of the operations and work centers that are listed or mentioned, by id: '#1037 Paint topcoat'. */
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
