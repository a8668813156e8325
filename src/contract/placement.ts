import { z } from 'zod/mini'
import { LagUnit } from './vocabulary.ts'

/**
 * Why an operation starts when it does, or why it is not scheduled: codes with parameters. Sentences are composed on screen, in
 * the reader's format and zone. `at` is the instant from which the condition allows the start (epoch milliseconds, UTC);
 * `binding` marks the conditions that decided the start.
 */
const factor = <C extends string, S extends z.core.$ZodShape>(code: C, shape: S) =>
  z.object({ code: z.literal(code), at: z.number(), binding: z.boolean(), ...shape })

/** A capacity of a work center below its usual one, and when it holds; null = until further notice. */
const Available = z.object({
  units: z.number(),
  usual: z.number(),
  fromMs: z.number(),
  untilMs: z.nullable(z.number()),
})
export type Available = z.infer<typeof Available>

export const PlacementFactor = z.discriminatedUnion('code', [
  /** Nothing starts in the past. */
  factor('now', {}),
  /** The project may not start earlier (production start, engineering release or customer release). */
  factor('release', {}),
  /** Its material is ready then. */
  factor('material', {}),
  /** The plan lets it start then, and this method moves no work forward (`keepSequence`). */
  factor('planned', {}),
  /**
   * A predecessor ends then, or its lag is over then. No unit = working hours. With `overlapPercent`, this share of it is done then, or, with
   * `lastBatch`, a start before would end before the last batch of the predecessor has been worked on.
   */
  factor('predecessor', {
    operationId: z.string(),
    lagHours: z.number(),
    lagUnit: z.optional(LagUnit),
    overlapPercent: z.optional(z.number()),
    lastBatch: z.optional(z.boolean()),
  }),
  /**
   * The work center is full until then; `operationId` is one of those that fill it. `available`: only so many of its usual units are
   * available until then.
   */
  factor('workCentreBusy', {
    categoryId: z.string(),
    operationId: z.nullable(z.string()),
    available: z.optional(Available),
  }),
  /** The work center is changed over from the family of `operationId`, which comes before it, until then. */
  factor('changeover', {
    categoryId: z.string(),
    operationId: z.string(),
    fromFamily: z.string(),
    toFamily: z.string(),
    hours: z.number(),
  }),
  /** `operationId` is planned before it at the same work center and starts then (`keepSequence`). */
  factor('sequence', { categoryId: z.string(), operationId: z.string() }),
  /** The shift is closed until then; `holiday` names the holiday when one is the cause. */
  factor('closed', { holiday: z.nullable(z.string()) }),
  /** It starts no sooner, so that `operationId` can follow within the longest lag after it. */
  factor('longestLag', { operationId: z.string() }),
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

const unplaced = <C extends string, S extends z.core.$ZodShape>(code: C, shape: S) =>
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
  unplaced('noWorkingTime', { categoryId: z.nullable(z.string()) }),
])
export type UnplacedReason = z.infer<typeof UnplacedReason>

/** Warnings about an operation that is scheduled nevertheless. */
export const PlacementWarning = z.discriminatedUnion('code', [
  /** A pinned or started operation is over its work center's capacity. */
  unplaced('overload', { categoryId: z.string() }),
  /** A pinned operation starts before a predecessor ends. */
  unplaced('startsBeforePredecessor', { operationId: z.string() }),
  /** A pinned operation starts in closed time. */
  unplaced('startsInClosedTime', {}),
  /** A pinned operation starts before its material is ready. */
  unplaced('startsBeforeMaterial', {}),
  /** It starts longer after a predecessor than the longest lag allows. */
  unplaced('lagTooLong', { operationId: z.string() }),
  /** It starts before its work center can be changed over from `operationId`. */
  unplaced('changeoverTooShort', { operationId: z.string() }),
  /** Its pinned time has passed, and it has not been begun. */
  unplaced('pinPassed', {}),
])
export type PlacementWarning = z.infer<typeof PlacementWarning>

/** Another work center where the operation may run, compared with the one that the run has chosen. */
const OtherCenter = z.object({
  categoryId: z.string(),
  /** Working hours by which it runs longer at the chosen one; negative = shorter. */
  longerHours: z.number(),
  /** Hours of the clock by which it can start sooner at the chosen one; negative = later, null = the other one is never free. */
  soonerHours: z.nullable(z.number()),
})
export type OtherCenter = z.infer<typeof OtherCenter>

/** Stored with every operation by a run. */
export const Placement = z.object({
  /** Why it runs at this work center; absent = there was nothing to choose. */
  others: z.optional(z.array(OtherCenter)),
  factors: z.array(PlacementFactor),
  unplaced: z.nullable(UnplacedReason),
  warnings: z.array(PlacementWarning),
})
export type Placement = z.infer<typeof Placement>
