import { z } from 'zod/mini'
import { DateInput, DayInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { DurationHours, Id, Instant, Line, LongText, Priority, ProgressPercent, RequiredLine } from './fields.ts'
import { OperationFilter } from './operation-filter.ts'
import { Snooze } from './operation-lists.ts'
import { OperationMoves } from './operations.ts'
import { ProjectFields } from './projects.ts'
import { ProjectPhase } from './vocabulary.ts'

/** Maximum number of rows in one bulk action. */
export const maxBulkRows = 2_000

const named = z.object({
  operationId: Id,
  /** The version that the user saw; a row with another version fails ('changed'). */
  expectedVersion: z.optional(z.int()),
})

/** Rows by id, or all that match a filter ("select all") with exceptions. A filter that matches more than 2,000 is refused (422). */
export const BulkTarget = z.union([
  z.object({ operations: z.array(named).check(z.minLength(1), z.maxLength(maxBulkRows)) }),
  z.object({
    filter: OperationFilter,
    except: z.optional(z.array(Id).check(z.maxLength(maxBulkRows))),
    /** Number of selected rows that the user saw; a different number is refused (409). */
    expectedTotal: z.optional(z.int()),
  }),
])
export type BulkTarget = z.infer<typeof BulkTarget>

const action = <K extends string, S extends z.core.$ZodShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), ...shape })

export const BulkAction = z.discriminatedUnion('kind', [
  /** Starts at the first working time of that day (organization's zone) in its own calendar and keeps its length. Pins. */
  action('rescheduleTo', { date: DayInput }),
  /** Moves by this many working days of its own calendar, forward or (negative) back, but never before now. Pins. */
  action('rescheduleBy', { workingDays: z.int().check(z.minimum(-250), z.maximum(250)) }),
  /** Moves to the earliest free time on its work center, after its predecessors. Operations are placed one after another. Pins. */
  action('nextFreeSlot', {}),
  action('progress', { progressPercentage: ProgressPercent }),
  /** The working hours that each operation still needs: this increases the progress, or extends the duration if it exceeds the estimate. */
  action('hoursLeft', { hoursLeft: DurationHours }),
  action('hold', {}),
  action('release', {}),
  action('notes', { text: LongText, mode: z.enum(['append', 'replace']) }),
  /** Applies to the projects of the operations. */
  action('priority', { priority: Priority }),
  /** Applies to the projects of the operations, like a move on the board; Shipped needs the day of shipment. */
  action('phase', { phase: ProjectPhase, actualShipDate: z.optional(DateInput) }),
  action('duration', { durationHours: DurationHours }),
  /** Multiplies the estimate, in whole minutes; only of work that has not started. */
  action('durationTimes', { factor: z.number().check(z.minimum(0.05), z.maximum(20)) }),
  action('workCentre', { categoryId: z.nullable(Id) }),
  /** The pool of the operations, and their alternative work centers. Absent fields are unchanged. */
  action('pool', {
    /** In addition to their work center; null = none. */
    poolId: z.optional(z.nullable(Id)),
    /** The complete list of alternatives. A new one gets the hours that the operation has at its own work center. */
    alternativeIds: z.optional(z.array(Id).check(z.maxLength(20))),
  }),
  action('pin', { pinned: z.boolean() }),
  /** null = the material is there, or none is needed. */
  action('material', { materialReadyDate: DateInput, materialNote: z.optional(Line()) }),
])
export type BulkAction = z.infer<typeof BulkAction>

const bulkFailureCodes = [
  /** The operation was deleted or never existed. */
  'notFound',
  /** It was changed since the expected version. */
  'changed',
  /** A business rule refuses; `reason` says which. */
  'rule',
  'completed',
  /** Its project is complete, shipped, on hold or cancelled. */
  'projectClosed',
  /** The operation has no planned dates to move. */
  'notScheduled',
  /** A predecessor has no scheduled end. */
  'predecessorNotScheduled',
  'noWorkingTime',
] as const
export type BulkFailureCode = (typeof bulkFailureCodes)[number]

export const BulkFailure = z.object({
  operationId: z.string(),
  /** Empty if unknown. */
  name: z.string(),
  projectNumber: z.string(),
  code: z.enum(bulkFailureCodes),
  /** A sentence for the user. */
  reason: z.string(),
})
export type BulkFailure = z.infer<typeof BulkFailure>

export const BulkAnswer = z.object({
  /** Id of the change set, for `POST /changes/:changeId/undo`; null if nothing changed. */
  changeId: z.nullable(z.string()),
  changed: z.int(),
  /** Number of rows that already had these values. */
  unchanged: z.int(),
  /** Rows that could not be changed, and why; all others were changed. */
  failures: z.array(BulkFailure),
  /** The changed records with their new versions; projects for `priority` and `phase`. */
  versions: z.array(z.object({ id: z.string(), version: z.int() })),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** The basis of a computed move: the version of the plan, and the instant used as now. */
export const PlanBasis = z.object({ planVersion: z.int(), at: Instant })
export type PlanBasis = z.infer<typeof PlanBasis>

/** How long the moves of a preview may be stored. */
export const basisHoldsMs = 10 * 60_000

/** Actions that move operations in the plan, and whose result can be previewed. */
export const movingActions = ['rescheduleTo', 'rescheduleBy', 'nextFreeSlot'] as const

const Outlook = z.pick(ProjectFields, { forecastCompletionDate: true, latenessDays: true, state: true })

const MovedProject = z.object({
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  before: Outlook,
  after: Outlook,
  /** Calendar days by which it becomes later, negative = earlier; null without a forecast before or after. */
  daysLater: z.nullable(z.int()),
})
export type MovedProject = z.infer<typeof MovedProject>

/** The moves that would be stored, and their effect on projects. A preview stores nothing. */
export const MovePreview = z.object({
  basis: PlanBasis,
  /** Operations that would change, with their planned dates before and after. */
  operations: z.array(
    z.object({
      operationId: z.string(),
      name: z.string(),
      projectId: z.string(),
      projectNumber: z.string(),
      from: z.object({ startDate: z.nullable(Instant), endDate: z.nullable(Instant) }),
      to: z.object({ startDate: z.nullable(Instant), endDate: z.nullable(Instant) }),
    }),
  ),
  /** The projects of those operations, and others whose forecast changes, most delayed first. */
  projects: z.array(MovedProject),
  unchanged: z.int(),
  failures: z.array(BulkFailure),
})
export type MovePreview = z.infer<typeof MovePreview>

export const previewMove = endpoint({
  method: 'POST',
  path: '/operations/bulk/preview',
  access: 'tryPlans',
  summary: 'What moving many operations would do, without storing it',
  failed: 'Failed to calculate the effect',
  body: z.object({
    target: BulkTarget,
    action: BulkAction.check(
      z.refine(
        ({ kind }) => (movingActions as readonly string[]).includes(kind),
        'Only moves in the plan can be previewed',
      ),
    ),
  }),
  response: MovePreview,
})

const count = z.int()
const ShopLateness = z.object({
  lateProjects: count,
  /** Sum over late projects of the calendar days from ship date to forecast. */
  lateDays: count,
  /** Number of operations behind plan. */
  behindPlan: count,
})

/** The effect of some moves on the forecast, compared with the current one. */
export const MovesEffect = z.object({
  /** Number of moves that change dates or work centers. */
  movedOperations: count,
  before: ShopLateness,
  after: ShopLateness,
  /** The projects of the moved operations, and others whose forecast changes, most delayed first. */
  projects: z.array(MovedProject),
})
export type MovesEffect = z.infer<typeof MovesEffect>

/** 404 and 422 as in `moveOperations`, but versions are not compared, because the answer is about the current plan. */
export const askMovesEffect = endpoint({
  method: 'POST',
  path: '/operations/moves/effect',
  access: 'tryPlans',
  summary: 'What moving some operations would mean for all projects, without storing it',
  failed: 'Failed to calculate the effect',
  body: z.object({ moves: OperationMoves }),
  response: MovesEffect,
})

/**
 * One request, one transaction, one change set. With `basis`, exactly the moves of that preview: 409 if the plan has
 * changed since, or the preview is older than ten minutes.
 */
export const bulkChangeOperations = endpoint({
  method: 'POST',
  path: '/operations/bulk',
  access: 'reportWork',
  summary: 'Change many operations at once',
  failed: 'Failed to update operations',
  body: z.object({ target: BulkTarget, action: BulkAction, basis: z.optional(PlanBasis) }),
  response: BulkAnswer,
})

export const OwnOperations = z.object({
  /** Number of all operations. */
  total: count,
  /** Ids of those at work centers of the caller. */
  operationIds: z.array(z.string()),
})
export type OwnOperations = z.infer<typeof OwnOperations>

/** For limited planners, because a bulk change that includes work elsewhere is refused as a whole (403). */
export const listOwnOperations = endpoint({
  method: 'POST',
  path: '/operations/bulk/own',
  access: 'tenant',
  summary: 'Which of many operations are at work centers of the caller',
  failed: 'Failed to check the work centers',
  body: z.object({ target: BulkTarget }),
  response: OwnOperations,
  readsOnly: true,
})

/**
 * Hides operations from the overdue tabs until a day begins, for the whole organization. A new snooze replaces the old
 * one; versions are not checked.
 */
export const snoozeOperations = endpoint({
  method: 'POST',
  path: '/operations/snoozes',
  access: 'planOperations',
  summary: 'Snooze operations with a reason until a date',
  failed: 'Failed to snooze operations',
  body: z.object({ target: BulkTarget, untilDate: DayInput, reason: RequiredLine('Reason', 500) }),
  response: z.array(Snooze),
})
export const unsnoozeOperations = endpoint({
  method: 'POST',
  path: '/operations/snoozes/end',
  access: 'planOperations',
  summary: 'Show snoozed operations again',
  failed: 'Failed to show operations again',
  body: z.object({ target: BulkTarget }),
  response: z.object({ ended: z.int() }),
})
