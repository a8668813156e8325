import { z } from 'zod'

/**
 * Why an operation starts when it does, or why it has no place: codes with parameters.
 * Sentences are composed on screen, in the reader's format and zone. `at` is the instant the
 * condition allows the start (epoch milliseconds, UTC); `binding` marks those that decided it.
 */
const factor = <C extends string, S extends z.ZodRawShape>(code: C, shape: S) =>
  z.object({ code: z.literal(code), at: z.number(), binding: z.boolean(), ...shape })

export const PlacementFactor = z.discriminatedUnion('code', [
  /** Nothing starts in the past. */
  factor('now', {}),
  /** The project may start then (production start, engineering release or customer release). */
  factor('release', {}),
  /** Its material is ready then. */
  factor('material', {}),
  /** The plan has it start then, and nothing pulls work forward (`keepSequence`). */
  factor('planned', {}),
  /** A predecessor ends (plus lag in working hours) then. */
  factor('predecessor', { operationId: z.string(), lagHours: z.number() }),
  /** The work center is full until then; `operationId` is one that holds the last place. */
  factor('workCentreBusy', { categoryId: z.string(), operationId: z.string().nullable() }),
  /** `operationId` is planned before it at the same work center and starts then (`keepSequence`). */
  factor('sequence', { categoryId: z.string(), operationId: z.string() }),
  /** The shift is closed until then; `holiday` names the holiday when one is the cause. */
  factor('closed', { holiday: z.string().nullable() }),
  /** Pinned by a planner: keeps its exact dates. */
  factor('pinned', {}),
  /** Inside the freeze window, which ends at `until`. */
  factor('frozen', { until: z.number() }),
  /** Already started: keeps its start, the rest continues from now. */
  factor('started', {}),
  /** Completed: keeps its actual dates. */
  factor('completed', {}),
])
export type PlacementFactor = z.infer<typeof PlacementFactor>

const unplaced = <C extends string, S extends z.ZodRawShape>(code: C, shape: S) =>
  z.object({ code: z.literal(code), ...shape })

export const UnplacedReason = z.discriminatedUnion('code', [
  unplaced('onHold', {}),
  unplaced('waitsForUnplaced', { operationId: z.string() }),
  /** The plan has no start for it, so there is nothing to follow (`keepSequence`). */
  unplaced('notPlanned', {}),
  unplaced('projectNotScheduled', { phase: z.string() }),
  unplaced('cycle', { operationIds: z.array(z.string()) }),
  unplaced('invalidDuration', {}),
  unplaced('unknownPredecessor', { operationId: z.string() }),
  unplaced('noWorkingTime', { categoryId: z.string().nullable() }),
])
export type UnplacedReason = z.infer<typeof UnplacedReason>

/** What the planner should know although the operation is placed. */
export const PlacementWarning = z.discriminatedUnion('code', [
  /** A pinned or started operation is over its work center's capacity. */
  unplaced('overload', { categoryId: z.string() }),
  /** A pinned operation starts before a predecessor ends. */
  unplaced('startsBeforePredecessor', { operationId: z.string() }),
  /** A pinned operation starts in closed time. */
  unplaced('startsInClosedTime', {}),
  /** A pinned operation starts before its material is ready. */
  unplaced('startsBeforeMaterial', {}),
  /** Its pinned time has passed, and it has not been begun. */
  unplaced('pinPassed', {}),
])
export type PlacementWarning = z.infer<typeof PlacementWarning>

/** Stored with every operation by a run. */
export const Placement = z.object({
  factors: z.array(PlacementFactor),
  unplaced: UnplacedReason.nullable(),
  warnings: z.array(PlacementWarning),
})
export type Placement = z.infer<typeof Placement>
