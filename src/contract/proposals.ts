import { z } from 'zod/mini'
import { BulkAction, BulkTarget } from './bulk-operations.ts'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Line, Priority, RequiredLine } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { OperationInput } from './operations.ts'
import { RunEffectCounts } from './run-effects.ts'
import { RunResult } from './run-results.ts'
import { CenterLoad, ProposedWorkingTime, TemplateChange } from './working-time.ts'

/** Phases that a proposal may assign. Completing and shipping are facts, not plans. */
export const proposedPhases = ['submittals', 'engineering', 'production', 'on_hold', 'cancelled'] as const

/** Requires at least one field, because a change without fields is a mistake of the caller. */
const namesOne = z.refine(
  (fields) => Object.values(Object(fields)).some((value) => value !== undefined),
  'Name at least one field',
)

const ProposedProjectFields = z.partial(
  z.object({
    priority: Priority,
    plannedShipDate: DateInput,
    customerReleaseDate: DateInput,
    engineeringReleaseDate: DateInput,
    productionStartDate: DateInput,
    currentPhase: z.enum(proposedPhases),
  }),
)

/**
 * All fields of an operation that can be planned. If only the two scheduled dates change, the operation is moved and pinned, as in a form.
 * A change of setup hours, hours per piece or quantity requires the resulting duration too.
 */
const ProposedOperationFields = z.omit(OperationInput, {
  name: true,
  description: true,
  partNumber: true,
  status: true,
  actualStartDate: true,
  actualEndDate: true,
  sequence: true,
  holdReason: true,
  notes: true,
  dependsOnOperationId: true,
})

export const proposedOperationFields: readonly string[] = Object.keys(ProposedOperationFields.shape)

const ReworkPieces = z.int().check(z.minimum(1), z.maximum(1_000_000))

/**
 * A change in a proposal: fields of one record as a form would send them, a removed record, or changed working time.
 * Changes are applied in list order.
 */
export const ProposalChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), projectId: Id, fields: ProposedProjectFields.check(namesOne) }),
  z.object({
    kind: z.literal('operation'),
    projectId: Id,
    operationId: Id,
    fields: ProposedOperationFields.check(namesOne),
    /** Scrapped pieces that the changed hours make again. The server computes those fields on every computation. */
    reworkPieces: z.optional(ReworkPieces),
  }),
  z.object({ kind: z.literal('projectGone'), projectId: Id }),
  z.object({ kind: z.literal('operationGone'), projectId: Id, operationId: Id }),
  ProposedWorkingTime,
])
export type ProposalChange = z.infer<typeof ProposalChange>

export const maxProposalChanges = 200

/** A bulk action on the plan. The affected operations are determined when the proposal is computed. */
const BulkChange = z.object({ kind: z.literal('bulk'), target: BulkTarget, action: BulkAction })

/** The hours to make scrapped pieces of an operation again, added to its hours left. Refused for pieces that a proposal covers already. */
const ReworkChange = z.object({ kind: z.literal('rework'), projectId: Id, operationId: Id, pieces: ReworkPieces })

/**
 * `keepSequence`: every work center preserves its order, and operations move only as far as necessary. `optimize`: the
 * order may change everywhere, as in "Schedule all".
 */
export const proposalMethods = ['keepSequence', 'optimize'] as const

/** The content of a proposal. Without changes, it shows what scheduling would do now. */
export const ProposalInput = z.object({
  changes: z
    .array(z.discriminatedUnion('kind', [ProposalChange, TemplateChange, BulkChange, ReworkChange]))
    .check(z.maxLength(maxProposalChanges)),
  method: z.enum(proposalMethods),
  /** A short description, displayed until the proposal is named. */
  title: z.optional(Line(200)),
  /** The late project that it should help, whose end is displayed first. Ignored if it does not exist. */
  helpedProjectId: z.optional(Id),
})
export type ProposalInput = z.infer<typeof ProposalInput>

/** How long a proposal may be applied after it was computed, before its dates are too old. */
export const proposalHoldsMs = 10 * 60_000

/** Maximum number of moved operations listed in a proposal, furthest moves first. */
export const listedMoves = 500

const count = z.int()

/** What a proposal moves, compared with the current plan. */
export const PlanReach = z.object({
  /** Number of projects with moved operations. */
  projects: count,
  /** Work centers of these operations, before and after; null = operations without one. */
  workCenterIds: z.array(z.nullable(z.string())),
})
export type PlanReach = z.infer<typeof PlanReach>

/** A request to apply a proposal, by a person who may not do it. */
export const ProposalRequest = z.object({
  askedBy: z.string(),
  askedAt: Instant,
  /** Empty = without a note. */
  note: z.string(),
})
export type ProposalRequest = z.infer<typeof ProposalRequest>

/** The refusal of a request. */
const ProposalRefusal = z.object({ declinedBy: z.string(), declinedAt: Instant, word: z.string() })
export type ProposalRefusal = z.infer<typeof ProposalRefusal>

/** A proposal in a list. "Before" is the forecast without the proposal when it was computed. */
export const Proposal = z.object({
  proposalId: z.string(),
  /** Empty until the proposal is saved. */
  name: z.string(),
  /** A short description; empty if its changes are self-explanatory. */
  title: z.string(),
  changes: z.array(ProposalChange),
  method: z.enum(proposalMethods),
  /** `stale`: the plan has changed since, or the proposal is too old. It must be refreshed before it can be applied. */
  state: z.enum(['current', 'stale', 'applied']),
  createdBy: z.string(),
  createdAt: Instant,
  computedAt: Instant,
  appliedBy: z.nullable(z.string()),
  appliedAt: z.nullable(Instant),
  /** Number of computations so far, for If-Match. */
  version: count,
  /** Whether the reader, as its author or an admin, may change, rename and discard it. */
  isMine: z.boolean(),
  lateProjectsBefore: count,
  lateProjects: count,
  lateDaysBefore: count,
  lateDays: count,
  effect: RunEffectCounts,
  /** Number of operations whose stored dates change when it is applied, compared with the current plan. */
  movedOperations: count,
  /** Of these, operations behind plan that get forecast dates; absent = none. */
  movedAsForecast: z.optional(count),
  /** Number of operations with a new work center; absent = none. */
  movedCenters: z.optional(count),
  placedOperations: count,
  unplacedOperations: count,
  warningCount: count,
  /** The open request to apply it; null = none. */
  request: withUsual(z.nullable(ProposalRequest), null),
  /** The refusal of its last request; null if it was not declined. */
  declined: withUsual(z.nullable(ProposalRefusal), null),
})
export type Proposal = z.infer<typeof Proposal>

export const ListedProposal = z.extend(Proposal, {
  /** Whether the reader may grant or decline its open request. */
  asksReader: withUsual(z.boolean(), false),
})
export type ListedProposal = z.infer<typeof ListedProposal>

/** The change set that resulted from applying a proposal. */
export const AppliedChange = z.object({
  /** For `POST /changes/:changeId/undo` and `/redo`. */
  changeId: z.string(),
  isUndone: z.boolean(),
  /** Whether the reader may undo it now, or redo it if it is undone. */
  canSwitch: z.boolean(),
})
export type AppliedChange = z.infer<typeof AppliedChange>

/** An operation whose dates would differ from the forecast, which are the dates before; null = not scheduled. */
export const ProposalMove = z.object({
  operationId: z.string(),
  projectId: z.string(),
  startBefore: z.nullable(Instant),
  endBefore: z.nullable(Instant),
  startAfter: z.nullable(Instant),
  endAfter: z.nullable(Instant),
})
export type ProposalMove = z.infer<typeof ProposalMove>

/** The effect on the late project that a proposal should help; null = no date. Days are calendar days after its ship date. */
export const HelpedProject = z.object({
  projectId: z.string(),
  completionBefore: z.nullable(Instant),
  completionAfter: z.nullable(Instant),
  latenessDaysBefore: z.nullable(z.int()),
  latenessDaysAfter: z.nullable(z.int()),
})
export type HelpedProject = z.infer<typeof HelpedProject>

/** A proposal with its consequences, worst first. `names` includes the changed records. */
export const ProposalDetails = z.extend(Proposal, {
  ...z.omit(RunResult, { runId: true }).shape,
  moves: z.array(ProposalMove),
  /** null in results stored before the field existed; the proposal then counts as affecting the whole shop. */
  reach: withUsual(z.nullable(PlanReach), null),
  /** While a request is open, the names of the first people who may apply it, and their total number. */
  deciders: withUsual(z.object({ names: z.array(z.string()), count }), { names: [], count: 0 }),
  /** Whether no changed project ends earlier and the shop has no fewer late days, so that nothing moves beyond what the changes force. */
  gainsNothing: withUsual(z.boolean(), false),
  /** null if it is not about one project; `names` has its name. */
  helped: withUsual(z.nullable(HelpedProject), null),
  /** null if it is not applied, or changed nothing. */
  appliedChange: z._default(z.nullable(AppliedChange), null),
  /**
   * Unscheduled operations in the current plan at the time of computation; `unplacedOperations` counts those that the
   * plan of the proposal cannot schedule.
   */
  unplacedOperationsBefore: count,
  /** Previous capacity of each work center whose capacity changes, by id. */
  capacitiesBefore: z.record(z.string(), count),
  /** The work centers whose load changes, and the first of the `loadDays` for which the load is counted. */
  loads: z.array(CenterLoad),
  loadsFrom: Instant,
})
export type ProposalDetails = z.infer<typeof ProposalDetails>

/** The effect of scheduling everything now, compared with following the current plan. */
export const SchedulingEffect = z.object({
  computedAt: Instant,
  effect: RunEffectCounts,
  /** As in a proposal. */
  movedOperations: count,
  movedAsForecast: z.optional(count),
  lateDaysBefore: count,
  lateDays: count,
  /** Number of operations behind plan, as in the overdue view. */
  behindPlan: count,
})
export type SchedulingEffect = z.infer<typeof SchedulingEffect>

const params = z.object({ proposalId: Id })

/** Recomputed when another plan is applied, otherwise at most once a minute. Stores nothing. */
export const getSchedulingEffect = endpoint({
  method: 'GET',
  path: '/scheduling-effect',
  access: 'tenant',
  summary: 'What scheduling everything would do now',
  failed: 'Failed to compute what scheduling would do',
  response: SchedulingEffect,
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/proposals',
  access: 'tenant',
  summary: 'The proposals that were kept under a name or wait to be applied: those first, each newest first',
  failed: 'Failed to fetch proposals',
  response: z.array(ListedProposal),
})
/** Stores no change and moves nothing. 404 if a change names an unknown record, 422 if a rule refuses a change. */
export const postProposal = endpoint({
  method: 'POST',
  path: '/proposals',
  access: 'tryPlans',
  summary: 'Compute what some changes would lead to, without making them',
  failed: 'Failed to compute the proposal',
  body: ProposalInput,
  response: ProposalDetails,
  status: 201,
})
export const getProposal = endpoint({
  method: 'GET',
  path: '/proposals/:proposalId',
  access: 'tenant',
  summary: 'One proposal with its consequences',
  failed: 'Failed to fetch the proposal',
  params,
  response: ProposalDetails,
})
/**
 * Keeps changes and method unless new ones are given, which only its author and admins may do (403), because it carries
 * the name of its author. 412 if its version differs from the given one.
 */
export const refreshProposal = endpoint({
  method: 'POST',
  path: '/proposals/:proposalId/refresh',
  access: 'tryPlans',
  summary: 'Compute a proposal again on the present state',
  failed: 'Failed to refresh the proposal',
  params,
  body: z.optional(z.partial(z.omit(ProposalInput, { title: true, helpedProjectId: true }))),
  response: ProposalDetails,
  versioned: true,
})
export const putProposalName = endpoint({
  method: 'PUT',
  path: '/proposals/:proposalId/name',
  access: 'tryPlans',
  summary: 'Keep a proposal under a name, or rename it',
  failed: 'Failed to rename the proposal',
  params,
  body: z.object({ name: RequiredLine('Name', 100) }),
  response: Proposal,
})
/**
 * One transaction and one change set. Applies the version that the user saw: 412 if it was recomputed since, possibly
 * with other changes; 409 if the plan has changed since it was computed, or it is too old.
 */
export const applyProposal = endpoint({
  method: 'POST',
  path: '/proposals/:proposalId/apply',
  access: 'tryPlans',
  summary: 'Make the changes of a proposal and put its plan in force',
  failed: 'Failed to apply the proposal',
  params,
  /** `changeId` is for `POST /changes/:changeId/undo`; null if nothing changed. */
  response: z.object({ proposal: Proposal, changeId: z.nullable(z.string()), changedOperations: count }),
  versioned: 'required',
})
export const ProposalAsk = z.object({ note: z._default(Line(200), '') })

/** 422 if the caller may apply it, or it is applied. 409 and 412 as for applying. A new request replaces the previous one. */
export const askForProposal = endpoint({
  method: 'POST',
  path: '/proposals/:proposalId/ask',
  access: 'tryPlans',
  summary: 'Ask those who may apply a proposal to do it',
  failed: 'Failed to ask',
  params,
  body: ProposalAsk,
  response: ProposalDetails,
  versioned: 'required',
})
export const ProposalDecline = z.object({ word: RequiredLine('Reason', 200) })

/** 403 if the caller may not apply it, 422 if no request is open. */
export const declineProposal = endpoint({
  method: 'POST',
  path: '/proposals/:proposalId/decline',
  access: 'tryPlans',
  summary: 'Decline the request to apply a proposal',
  failed: 'Failed to decline the request',
  params,
  body: ProposalDecline,
  response: ProposalDetails,
})
export const deleteProposal = endpoint({
  method: 'DELETE',
  path: '/proposals/:proposalId',
  access: 'tryPlans',
  summary: 'Discard a proposal',
  failed: 'Failed to discard the proposal',
  params,
  response: z.undefined(),
  status: 204,
})
