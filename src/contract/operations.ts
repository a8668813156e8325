import { z } from 'zod/mini'
import { AnswerDate, AnswerWord, WholeNumber } from './answer-fields.ts'
import { SetupFamily } from './categories.ts'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import {
  AnswerId,
  AnswerText,
  Decimal,
  DurationHours,
  Id,
  Line,
  LongText,
  OptionalName,
  ProgressPercent,
  preprocess,
  recordFields,
} from './fields.ts'
import { ifReadable, withUsual } from './lenient-fields.ts'
import { OperationOutlook } from './operation-outlook.ts'
import { DecimalNumber, Flag, isRecord, withOtherNames } from './other-names.ts'
import { Placement } from './placement.ts'
import { readStatus } from './status-words.ts'
import { LagUnit, limits, OperationStatus, operationStatuses } from './vocabulary.ts'

/** An alternative work center of an operation, with the hours that the whole operation takes there. */
const AlternativeCenter = z.object({
  categoryId: z.string(),
  durationHours: z.number(),
  /** As that of the operation; absent = none. */
  originalHours: z.optional(z.number()),
})

/**
 * Fills in what another server may spell differently or leave out: scheduled dates, the derived dates, and one of the
 * two dependency fields. Existing fields are not changed.
 */
const readOperation = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  const given: Record<string, unknown> = { ...value }
  const fill = (name: string, make: () => unknown) => {
    if (given[name] === undefined) given[name] = make()
  }
  fill('scheduledStartDate', () => given.scheduledStart ?? given.startDate)
  fill('scheduledEndDate', () => given.scheduledEnd ?? given.endDate)
  fill('startDate', () => given.actualStartDate ?? given.scheduledStartDate)
  fill('endDate', () => given.actualEndDate ?? given.scheduledEndDate)
  fill('dependencies', () => (given.dependsOnOperationId == null ? [] : [given.dependsOnOperationId]))
  fill('dependsOnOperationId', () => (Array.isArray(given.dependencies) ? given.dependencies[0] : null))
  return readStatus(operationStatuses, 'Pending')(given)
}

/** Short texts of an operation that lists show, find and export. */
export const listedTexts = {
  /** Number of the part or drawing that it produces. */
  partNumber: AnswerText(),
}

const NullableId = withUsual(z.nullable(AnswerId), null)
const NullableNumber = withUsual(z.nullable(z.number()), null)

const operationAnswer = z.object({
  projectId: AnswerText(),
  operationId: AnswerId,
  name: AnswerText(),
  description: AnswerText(),
  ...listedTexts,
  status: AnswerWord(operationStatuses, OperationStatus, 'Pending'),
  /** The status as written by another server, if it is not one of ours. */
  statusText: ifReadable(z.string()),
  /** 0 to 100. */
  progressPercentage: withUsual(DecimalNumber, 0),
  /** Working hours, or clock hours if the work is done outside. */
  durationHours: withUsual(DecimalNumber, 0),
  /**
   * The estimate that it had before hours left were reported, or before its estimate was set by the learned pace: its hours are known
   * and planned as they are. null = `durationHours` is an estimate.
   */
  originalHours: NullableNumber,
  /** Actual start, otherwise scheduled start; derived, read only. */
  startDate: AnswerDate,
  /** Actual end, otherwise scheduled end, but never before `startDate`; derived, read only. */
  endDate: AnswerDate,
  scheduledStartDate: AnswerDate,
  scheduledEndDate: AnswerDate,
  actualStartDate: AnswerDate,
  actualEndDate: AnswerDate,
  /** The first of `dependencies`, or null. */
  dependsOnOperationId: NullableId,
  /** Ids of the operations that must end first, or reach the share in `dependencyOverlapPercent`. */
  dependencies: withUsual(z.array(AnswerId), []),
  /** Hours to wait after a predecessor, by its id; absent = 0. */
  dependencyLagHours: withUsual(z.record(z.string(), z.number()), {}),
  /** Unit of these hours; absent = working hours. */
  dependencyLagUnits: withUsual(z.record(z.string(), LagUnit), {}),
  /** Maximum time after a predecessor, in the unit of the lag; absent or null = no limit. A plan that exceeds it has a warning. */
  dependencyMaxLagHours: withUsual(z.record(z.string(), z.nullable(z.number())), {}),
  /** Percentage of a predecessor that must be done, by its id; absent or null = it must have ended. */
  dependencyOverlapPercent: withUsual(z.record(z.string(), z.nullable(z.number())), {}),
  categoryId: NullableId,
  /** The pool of which it needs one unit besides its work center: people with a skill, a fixture, a crane; null = none. */
  poolId: NullableId,
  alternatives: withUsual(z.array(AlternativeCenter), []),
  /** Whether runs must leave it at its work center. */
  categoryFixed: withUsual(z.boolean(), false),
  sequence: withUsual(WholeNumber, 0),
  onHold: withUsual(Flag, false),
  /** Reason for the hold; empty if none was given or it is not on hold. */
  holdReason: AnswerText(),
  /** When its material is ready, before which it cannot start; null = it needs none. */
  materialReadyDate: AnswerDate,
  /** The material that it needs: 'Castings from Olsen'. */
  materialNote: AnswerText(),
  /** Hours before the first piece, and hours for each piece. If either is set, `durationHours` is computed from them. */
  setupHours: NullableNumber,
  hoursPerPiece: NullableNumber,
  quantity: NullableNumber,
  /**
   * Pieces that move on together. Work that waits for the operation may start when the first of them are done, unless its dependency
   * has an overlap. null = all pieces move on together.
   */
  transferBatch: NullableNumber,
  /** Setup family that the work center needs; empty = none. */
  setupFamily: AnswerText(),
  /** Whether runs must keep its dates to the minute. */
  pinned: withUsual(z.boolean(), false),
  notes: AnswerText(),
  placement: withUsual(z.nullable(Placement), null),
  /** The last computed forecast; null = never computed. */
  outlook: withUsual(z.nullable(OperationOutlook), null),
  ...recordFields,
})

/** An operation of a project. Dates are ISO instants (UTC). Fields that another server leaves out get their defaults. */
export const Operation = withOtherNames(preprocess(readOperation, operationAnswer))
export type Operation = z.infer<typeof Operation>

/** One operation with the sum of the time on it. */
export const OperationDetails = withOtherNames(
  preprocess(
    readOperation,
    z.extend(operationAnswer, {
      /** Hours during which it was worked on, those of a running interval so far; null = nothing is known yet. */
      actualHours: withUsual(z.nullable(z.number()), null),
      /** Those hours are open time between its start and end, because no time on work was reported. */
      actualIncludesWaiting: withUsual(z.boolean(), false),
    }),
  ),
)
export type OperationDetails = z.infer<typeof OperationDetails>

/** The complete list of predecessors, which replaces the previous one. */
const PredecessorIds = z.array(Id).check(z.maxLength(200))
export const DependencyLagHours = z.record(z.string(), Decimal(0, limits.maxDurationHours))
export const DependencyLagUnits = z.record(z.string(), LagUnit)
export const DependencyOverlapPercent = z.record(z.string(), z.nullable(Decimal(1, 99)))
export const DependencyMaxLagHours = z.record(z.string(), z.nullable(Decimal(0, limits.maxDurationHours)))

export const Quantity = Decimal(0, 1_000_000)
const TransferBatch = Decimal(1, 1_000_000).check(z.refine((pieces) => Number.isInteger(pieces), 'Whole pieces only'))
/** The complete list of alternatives, which replaces the previous one. */
const Alternatives = z.array(z.object({ categoryId: Id, durationHours: DurationHours })).check(z.maxLength(20))

const dependencyFields = {
  dependsOnOperationId: z.optional(z.nullable(Id)),
  dependencies: z.optional(PredecessorIds),
  dependencyLagHours: z.optional(DependencyLagHours),
  dependencyLagUnits: z.optional(DependencyLagUnits),
  dependencyMaxLagHours: z.optional(DependencyMaxLagHours),
  dependencyOverlapPercent: z.optional(DependencyOverlapPercent),
}

/** Fields of an operation that may be changed; absent ones are unchanged. */
export const OperationInput = z.object({
  name: z.optional(OptionalName('Name')),
  description: z.optional(LongText),
  partNumber: z.optional(Line()),
  status: z.optional(OperationStatus),
  progressPercentage: z.optional(ProgressPercent),
  durationHours: z.optional(DurationHours),
  /** With hours left, or with hours at the learned pace: the estimate until then. Other hours are an estimate, and remove it. */
  originalHours: z.optional(z.nullable(DurationHours)),
  scheduledStartDate: z.optional(DateInput),
  scheduledEndDate: z.optional(DateInput),
  actualStartDate: z.optional(DateInput),
  actualEndDate: z.optional(DateInput),
  /** With only an alternative, the operation takes its hours from there, and its former work center becomes an alternative. */
  categoryId: z.optional(z.nullable(Id)),
  poolId: z.optional(z.nullable(Id)),
  alternatives: z.optional(Alternatives),
  categoryFixed: z.optional(z.boolean()),
  sequence: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  onHold: z.optional(z.boolean()),
  /** Stored while it is on hold, and cleared when the hold ends. */
  holdReason: z.optional(Line()),
  pinned: z.optional(z.boolean()),
  notes: z.optional(LongText),
  materialReadyDate: z.optional(DateInput),
  materialNote: z.optional(Line()),
  setupHours: z.optional(z.nullable(DurationHours)),
  hoursPerPiece: z.optional(z.nullable(DurationHours)),
  quantity: z.optional(z.nullable(Quantity)),
  /** Only with a quantity. */
  transferBatch: z.optional(z.nullable(TransferBatch)),
  setupFamily: z.optional(SetupFamily),
  ...dependencyFields,
})
export type OperationInput = z.infer<typeof OperationInput>

/**
 * Fields that repeat when the same product is made again, besides name, work center, hours and predecessors. With setup
 * hours or hours per piece, the duration is computed from them.
 */
export const RepeatedDetails = z.pick(OperationInput, {
  description: true,
  partNumber: true,
  poolId: true,
  alternatives: true,
  categoryFixed: true,
  setupFamily: true,
  setupHours: true,
  hoursPerPiece: true,
  quantity: true,
  transferBatch: true,
  dependencyLagHours: true,
  dependencyLagUnits: true,
  dependencyMaxLagHours: true,
  dependencyOverlapPercent: true,
})
export type RepeatedDetails = z.infer<typeof RepeatedDetails>

const inProject = z.object({ projectId: Id })
const one = z.object({ projectId: Id, operationId: Id })
const base = '/project-operations/projects/:projectId' as const

/** Operations of a project. Another server may leave out the id of the requested project, or send a plain list. */
const OperationsOfProject = preprocess(
  (value) => (Array.isArray(value) ? { projectOperations: value } : value),
  z.object({ projectId: AnswerText(), projectOperations: preprocess((list) => list ?? [], z.array(Operation)) }),
)

/** Responds with `projectOperations`. */
export const listProjectOperations = endpoint({
  method: 'GET',
  path: '/projects/:projectId/operations',
  access: 'tenant',
  summary: 'Operations of a project',
  failed: 'Failed to fetch project operations',
  params: inProject,
  response: OperationsOfProject,
})
/** A fallback for the batch call. */
export const listOperationsOfProject = endpoint({
  method: 'GET',
  path: base,
  access: 'tenant',
  summary: 'Operations of a project (plain list)',
  failed: 'Failed to fetch project operations',
  params: inProject,
  response: z.array(Operation),
})

/** Ids that are not UUIDs and the all-zero id are left out; unknown and foreign ids are omitted without an error. */
export const batchOperations = endpoint({
  method: 'GET',
  path: '/project-operations/batch',
  access: 'tenant',
  summary: 'Operations of several projects',
  failed: 'Failed to fetch batch project operations',
  emptyAnswer: 'Batch operations request returned no data',
  query: z.object({
    projectIds: preprocess(
      (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
      z.array(z.string()).check(z.maxLength(limits.maxBatchProjectIds)),
    ),
  }),
  response: z.array(OperationsOfProject),
})

export const getOperation = endpoint({
  method: 'GET',
  path: `${base}/operations/:operationId`,
  access: 'tenant',
  summary: 'One operation, with its actual hours',
  failed: 'Failed to fetch operation',
  params: one,
  response: OperationDetails,
})
/** Creates an operation in a project. */
export const createOperation = endpoint({
  method: 'POST',
  path: `${base}/operations`,
  access: 'planOperations',
  summary: 'Add a new operation',
  failed: 'Failed to add operation to project',
  failedAgain: 'Failed to add operation to project after retry',
  params: inProject,
  body: withOtherNames(OperationInput),
  response: Operation,
  status: 201,
})
/** Adds an operation to a project, or if it exists already, adds the dependency. An unknown id creates an operation with that id. */
export const addOperation = endpoint({
  method: 'POST',
  path: `${base}/operations/:operationId`,
  access: 'planOperations',
  summary: 'Add an operation to a project, or a dependency to an operation',
  failed: 'Failed to add operation to project',
  failedAgain: 'Failed to add operation to project after retry',
  params: one,
  body: withOtherNames(OperationInput),
  response: Operation,
})
export const addOperations = endpoint({
  method: 'POST',
  path: `${base}/operations/batch`,
  access: 'planOperations',
  summary: 'Add operations or dependencies, all or none',
  failed: 'Failed to add operations to project',
  params: inProject,
  body: z.array(withOtherNames(z.extend(OperationInput, { operationId: Id }))).check(z.maxLength(500)),
  response: z.array(Operation),
})
export const putOperation = endpoint({
  method: 'PUT',
  path: `${base}/operations/:operationId`,
  access: 'reportWork',
  summary: 'Change an operation; the two scheduled dates alone reschedule it',
  failed: 'Failed to update project operation',
  failedAgain: 'Failed to update project operation after retry',
  params: one,
  body: withOtherNames(OperationInput),
  response: Operation,
  versioned: true,
})
export const postProgress = endpoint({
  method: 'POST',
  path: `${base}/operations/:operationId/progress`,
  access: 'reportWork',
  summary: 'Report progress',
  failed: 'Failed to update operation progress',
  params: one,
  body: withOtherNames(z.object({ progressPercentage: ProgressPercent, actualStartDate: z.optional(DateInput) })),
  response: Operation,
  versioned: true,
})
/** Renumbers the given order as 10, 20, 30, ...; it must contain every operation of the project once. */
export const reorderOperations = endpoint({
  method: 'PUT',
  path: `${base}/sequence`,
  access: 'planOperations',
  summary: 'Put the operations of a project into a new order',
  failed: 'Failed to reorder operations',
  failedAgain: 'Failed to update project operation after retry',
  params: inProject,
  body: z.object({
    operationIds: z.array(Id).check(z.maxLength(limits.maxOperationsPerProject)),
    /** The order that the user saw; if the current one differs, or has other operations, nothing is written (412). */
    expectedOperationIds: z.optional(z.array(Id).check(z.maxLength(limits.maxOperationsPerProject))),
  }),
  response: z.array(Operation),
})
/** Maximum number of operations moved by one request. */
const mostMoves = 2_000

/** New dates for several operations. Dates alone pin an operation; `pinned: false` leaves it unpinned. */
export const OperationMoves = z
  .array(
    z.object({
      operationId: Id,
      scheduledStartDate: DateInput,
      scheduledEndDate: DateInput,
      pinned: z.optional(z.boolean()),
      categoryId: z.optional(Id),
      durationHours: z.optional(DurationHours),
      /** Version that the user saw; a different one refuses the whole move (412). */
      expectedVersion: z.optional(z.int()),
    }),
  )
  .check(z.minLength(1), z.maxLength(mostMoves))
export type OperationMoves = z.infer<typeof OperationMoves>

/** Moves operations of any projects together: all or none, as one change set. */
export const moveOperations = endpoint({
  method: 'PUT',
  path: '/operations/moves',
  access: 'planOperations',
  summary: 'Reschedule several operations together',
  failed: 'Failed to update operation dates',
  body: z.object({ moves: OperationMoves }),
  response: z.array(Operation),
})
export const deleteOperation = endpoint({
  method: 'DELETE',
  path: `${base}/operations/:operationId`,
  access: 'planOperations',
  summary: 'Remove an operation',
  failed: 'Failed to remove operation from project',
  params: one,
  response: z.undefined(),
  status: 204,
})
