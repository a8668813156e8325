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

/** Another work center where an operation may run, with the hours that the whole operation takes there. */
const AlternativeCenter = z.object({ categoryId: z.string(), durationHours: z.number() })

/**
 * What another server may spell otherwise or leave out: scheduled dates, the derived dates, and one of the two fields for
 * dependencies. A field that is there is left alone.
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
  /** The number of the part or drawing that it makes. */
  partNumber: AnswerText(),
}

const NullableId = withUsual(z.nullable(AnswerId), null)
const NullableNumber = withUsual(z.nullable(z.number()), null)

/** Specification 3, "Project operation". Dates are ISO instants (UTC). Whatever another server leaves out has its usual value. */
export const Operation = withOtherNames(
  preprocess(
    readOperation,
    z.object({
      projectId: AnswerText(),
      operationId: AnswerId,
      name: AnswerText(),
      description: AnswerText(),
      ...listedTexts,
      status: AnswerWord(operationStatuses, OperationStatus, 'Pending'),
      /** The status in the words of another server, where it is none of ours. */
      statusText: ifReadable(z.string()),
      /** 0 to 100. */
      progressPercentage: withUsual(DecimalNumber, 0),
      /** Working hours; hours of the clock where the work is done outside. */
      durationHours: withUsual(DecimalNumber, 0),
      /** Actual start, else scheduled start; derived, read only. */
      startDate: AnswerDate,
      /** Actual end, else scheduled end, but never before `startDate`; derived, read only. */
      endDate: AnswerDate,
      scheduledStartDate: AnswerDate,
      scheduledEndDate: AnswerDate,
      actualStartDate: AnswerDate,
      actualEndDate: AnswerDate,
      /** The first of `dependencies`, or null. */
      dependsOnOperationId: NullableId,
      /** Ids of the operations that must end first, or be done to the share in `dependencyOverlapPercent`. */
      dependencies: withUsual(z.array(AnswerId), []),
      /** Hours to wait behind a predecessor, by its id; absent = 0. */
      dependencyLagHours: withUsual(z.record(z.string(), z.number()), {}),
      /** How these hours count; absent = in working hours. */
      dependencyLagUnits: withUsual(z.record(z.string(), LagUnit), {}),
      /** The longest time after a predecessor, in the unit of the lag; absent or null = no limit. A plan that exceeds it carries a warning. */
      dependencyMaxLagHours: withUsual(z.record(z.string(), z.nullable(z.number())), {}),
      /** Percent of a predecessor that must be done, by its id; absent or null = it must have ended. */
      dependencyOverlapPercent: withUsual(z.record(z.string(), z.nullable(z.number())), {}),
      categoryId: NullableId,
      /** The pool of which it needs one unit besides its work center: people with a skill, a fixture, a crane; null = none. */
      poolId: NullableId,
      /** The other work centers where it may run. */
      alternatives: withUsual(z.array(AlternativeCenter), []),
      /** True = runs leave it at its work center. */
      categoryFixed: withUsual(z.boolean(), false),
      sequence: withUsual(WholeNumber, 0),
      onHold: withUsual(Flag, false),
      /** Why it is on hold; empty = nobody said, or it is not. */
      holdReason: AnswerText(),
      /** It does not start before its material is there; null = it waits for none. */
      materialReadyDate: AnswerDate,
      /** What it waits for: 'Castings from Olsen'. */
      materialNote: AnswerText(),
      /** Hours before the first piece, and hours for each piece. Where either is set, `durationHours` follows from them. */
      setupHours: NullableNumber,
      hoursPerPiece: NullableNumber,
      quantity: NullableNumber,
      /**
       * So many pieces go on together, so that what waits for the operation may start when the first of them are done: an overlap of those
       * dependencies that name none. null = all pieces go on together.
       */
      transferBatch: NullableNumber,
      /** What the work center must be set up for; empty = nothing special. */
      setupFamily: AnswerText(),
      /** Stays to the minute in every run. */
      pinned: withUsual(z.boolean(), false),
      notes: AnswerText(),
      placement: withUsual(z.nullable(Placement), null),
      /** As it was last computed; null = it never was. */
      outlook: withUsual(z.nullable(OperationOutlook), null),
      ...recordFields,
    }),
  ),
)
export type Operation = z.infer<typeof Operation>

/** The whole list of operations that must end first; replaces what was there. */
const PredecessorIds = z.array(Id).check(z.maxLength(200))
export const DependencyLagHours = z.record(z.string(), Decimal(0, limits.maxDurationHours))
export const DependencyLagUnits = z.record(z.string(), LagUnit)
export const DependencyOverlapPercent = z.record(z.string(), z.nullable(Decimal(1, 99)))
export const DependencyMaxLagHours = z.record(z.string(), z.nullable(Decimal(0, limits.maxDurationHours)))

export const Quantity = Decimal(0, 1_000_000)
const TransferBatch = Decimal(1, 1_000_000).check(z.refine((pieces) => Number.isInteger(pieces), 'Whole pieces only'))
/** The whole list of other work centers; replaces what was there. */
const Alternatives = z.array(z.object({ categoryId: Id, durationHours: DurationHours })).check(z.maxLength(20))

const dependencyFields = {
  dependsOnOperationId: z.optional(z.nullable(Id)),
  dependencies: z.optional(PredecessorIds),
  dependencyLagHours: z.optional(DependencyLagHours),
  dependencyLagUnits: z.optional(DependencyLagUnits),
  dependencyMaxLagHours: z.optional(DependencyMaxLagHours),
  dependencyOverlapPercent: z.optional(DependencyOverlapPercent),
}

/** What may be changed of an operation; absent fields stay as they are. */
export const OperationInput = z.object({
  name: z.optional(OptionalName('Name')),
  description: z.optional(LongText),
  partNumber: z.optional(Line()),
  status: z.optional(OperationStatus),
  progressPercentage: z.optional(ProgressPercent),
  durationHours: z.optional(DurationHours),
  scheduledStartDate: z.optional(DateInput),
  scheduledEndDate: z.optional(DateInput),
  actualStartDate: z.optional(DateInput),
  actualEndDate: z.optional(DateInput),
  /** With an alternative alone, the operation takes the hours from there, and its former work center becomes an alternative. */
  categoryId: z.optional(z.nullable(Id)),
  poolId: z.optional(z.nullable(Id)),
  alternatives: z.optional(Alternatives),
  categoryFixed: z.optional(z.boolean()),
  sequence: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  onHold: z.optional(z.boolean()),
  /** Kept while it is on hold, and forgotten with its release. */
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
 * What repeats, besides name, work center, hours and predecessors, when the same product is made again. Where setup hours or hours per
 * piece are given, the duration follows from them.
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

/** Operations of a project. Another server may leave out its id where it was asked for one, or send the bare list. */
const OperationsOfProject = preprocess(
  (value) => (Array.isArray(value) ? { projectOperations: value } : value),
  z.object({ projectId: AnswerText(), projectOperations: preprocess((list) => list ?? [], z.array(Operation)) }),
)

/** Specification 7.2: "GET projects/{id}/operations (returns projectOperations)". */
export const listProjectOperations = endpoint({
  method: 'GET',
  path: '/projects/:projectId/operations',
  access: 'tenant',
  summary: 'Operations of a project',
  failed: 'Failed to fetch project operations',
  params: inProject,
  response: OperationsOfProject,
})
/** The fallback of the batch call. */
export const listOperationsOfProject = endpoint({
  method: 'GET',
  path: base,
  access: 'tenant',
  summary: 'Operations of a project (plain list)',
  failed: 'Failed to fetch project operations',
  params: inProject,
  response: z.array(Operation),
})

/** Ids that are not UUIDs and the all-zero id are left out; unknown and foreign ids are silently omitted. */
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
  summary: 'One operation',
  failed: 'Failed to fetch operation',
  params: one,
  response: Operation,
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
/**
 * Specification 7.2: adds an operation to a project, or, when it is there already, adds the dependency.
 * With an id that the organization does not know, an operation with that id is created.
 */
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
/** The order given becomes 10, 20, 30, ...; every operation of the project must be named once. */
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
    /** The order that its reader saw; when it is another one now, or of other operations, nothing is written (412). */
    expectedOperationIds: z.optional(z.array(Id).check(z.maxLength(limits.maxOperationsPerProject))),
  }),
  response: z.array(Operation),
})
/** The most operations that one request moves. */
const mostMoves = 2_000

/** New dates for several operations. The dates alone pin; `pinned: false` leaves an operation free. */
export const OperationMoves = z
  .array(
    z.object({
      operationId: Id,
      scheduledStartDate: DateInput,
      scheduledEndDate: DateInput,
      pinned: z.optional(z.boolean()),
      categoryId: z.optional(Id),
      durationHours: z.optional(DurationHours),
      /** Version that the reader saw; another one refuses the whole move (412). */
      expectedVersion: z.optional(z.int()),
    }),
  )
  .check(z.minLength(1), z.maxLength(mostMoves))
export type OperationMoves = z.infer<typeof OperationMoves>

/** Operations moved together, of any projects: all or none, as one change set. */
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
