import { z } from 'zod/mini'
import { LagUnit } from './vocabulary.ts'

/**
 * Why an operation starts when it does, or why it is not scheduled, as codes with parameters. Sentences are composed on
 * screen in the reader's format and zone. `at` is the instant from which the condition allows the start (epoch
 * milliseconds, UTC); `binding` marks the conditions that decided the start.
 */
const factor = <C extends string, S extends z.core.$ZodShape>(code: C, shape: S) =>
  z.object({ code: z.literal(code), at: z.number(), binding: z.boolean(), ...shape })

/** A reduced capacity of a work center, and until when it applies; null = until further notice. */
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
  /** It is planned to start then, and an earlier start would gain nothing. With `keepSequence` no work starts before its planned start. */
  factor('planned', {}),
  /**
   * A predecessor ends then, or its lag is over. No unit = working hours. With `overlapPercent`, this share of it is
   * done then; with `lastBatch`, an earlier start would end before the last batch of the predecessor is processed.
   */
  factor('predecessor', {
    operationId: z.string(),
    lagHours: z.number(),
    lagUnit: z.optional(LagUnit),
    overlapPercent: z.optional(z.number()),
    lastBatch: z.optional(z.boolean()),
  }),
  /**
   * The work center is full until then; `operationId` is one of the operations that fill it. `available`: only this
   * many of its usual units are available until then.
   */
  factor('workCentreBusy', {
    categoryId: z.string(),
    operationId: z.nullable(z.string()),
    available: z.optional(Available),
  }),
  /** The work center is changed over from the family of `operationId`, which precedes it, until then. */
  factor('changeover', {
    categoryId: z.string(),
    operationId: z.string(),
    fromFamily: z.string(),
    toFamily: z.string(),
    hours: z.number(),
  }),
  /** `operationId` is planned before it at the same work center and starts then (`keepSequence`). */
  factor('sequence', { categoryId: z.string(), operationId: z.string() }),
  /** The shift is closed until then; `holiday` is the cause if there is one. */
  factor('closed', { holiday: z.nullable(z.string()) }),
  /** It starts later on purpose, so that `operationId` can follow within its maximum lag. */
  factor('longestLag', { operationId: z.string() }),
  /** Pinned by a planner: it keeps its exact dates. */
  factor('pinned', {}),
  /** Inside the freeze window, which ends at `until`. */
  factor('frozen', { until: z.number() }),
  /** Already started: it keeps its start, and the rest continues from now. */
  factor('started', {}),
  /** Completed: it keeps its actual dates. */
  factor('completed', {}),
])
export type PlacementFactor = z.infer<typeof PlacementFactor>

const unplaced = <C extends string, S extends z.core.$ZodShape>(code: C, shape: S) =>
  z.object({ code: z.literal(code), ...shape })

export const UnplacedReason = z.discriminatedUnion('code', [
  unplaced('onHold', {}),
  unplaced('waitsForUnplaced', { operationId: z.string() }),
  /** It has no planned start, so there is nothing to follow (`keepSequence`). */
  unplaced('notPlanned', {}),
  unplaced('projectNotScheduled', { phase: z.string() }),
  unplaced('cycle', { operationIds: z.array(z.string()) }),
  unplaced('invalidDuration', {}),
  unplaced('unknownPredecessor', { operationId: z.string() }),
  unplaced('noWorkingTime', { categoryId: z.nullable(z.string()) }),
])
export type UnplacedReason = z.infer<typeof UnplacedReason>

/** Warnings about a scheduled operation. */
export const PlacementWarning = z.discriminatedUnion('code', [
  /** A pinned or started operation exceeds its work center's capacity. */
  unplaced('overload', { categoryId: z.string() }),
  /** A pinned operation starts before a predecessor ends. */
  unplaced('startsBeforePredecessor', { operationId: z.string() }),
  /** A pinned operation starts in closed time. */
  unplaced('startsInClosedTime', {}),
  /** A pinned operation starts before its material is ready. */
  unplaced('startsBeforeMaterial', {}),
  /** It starts after a predecessor's maximum lag. */
  unplaced('lagTooLong', { operationId: z.string() }),
  /** It starts before its work center can be changed over from `operationId`. */
  unplaced('changeoverTooShort', { operationId: z.string() }),
  /** Its pinned time has passed, but it has not started. */
  unplaced('pinPassed', {}),
])
export type PlacementWarning = z.infer<typeof PlacementWarning>

/** An alternative work center, compared with the one that the run chose. */
const OtherCenter = z.object({
  categoryId: z.string(),
  /** Working hours by which it runs longer at the chosen one; negative = shorter. */
  longerHours: z.number(),
  /** Clock hours by which it can start sooner at the chosen one; negative = later, null = the other one is never free. */
  soonerHours: z.nullable(z.number()),
})
export type OtherCenter = z.infer<typeof OtherCenter>

/** Stored with every operation by a run. */
export const Placement = z.object({
  /** Comparison with the alternatives; absent = there were none. */
  others: z.optional(z.array(OtherCenter)),
  factors: z.array(PlacementFactor),
  unplaced: z.nullable(UnplacedReason),
  warnings: z.array(PlacementWarning),
})
export type Placement = z.infer<typeof Placement>
