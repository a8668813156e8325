import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import {
  OperationFilter,
  OperationOrder,
  OperationTab,
  OperationWindow,
  PriorityClass,
  Severity,
} from './operation-filter.ts'
import { OperationOutlook } from './operation-outlook.ts'
import { listedTexts } from './operations.ts'
import { projectRemedies } from './remedy-codes.ts'
import { CategoryKind, LagUnit, OperationStatus, ProjectPhase } from './vocabulary.ts'

export const OperationName = z.object({
  operationId: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  name: z.string(),
})

/** Why an operation stands where it does, in one line; the sentence is composed on screen. */
export const operationCauses = [
  'none',
  'onHold',
  /** What it waits for (directly or further back) is on hold: `operation`. */
  'waitsForHeld',
  /** `operation` must end first and has not. */
  'predecessor',
  /** Begun `hours` working hours after its planned start, or after `since`, from when on it was ready. */
  'startedLate',
  /** Begun, and worked on `hours` working hours longer than estimated, time on hold left out. */
  'longerThanEstimated',
  /** Not reported as started, although everything is ready since `since`, `hours` working hours ago. */
  'notStarted',
  /** `workCenter` was full until `until`; `operation` took the last free capacity. */
  'workCentreBusy',
  /** `workCenter` was changed over after `operation`, which took `hours` working hours until `until`. */
  'changeover',
  /** Working time is closed until `until`; `holiday` names the reason when there is one. */
  'closed',
  /** The project may not start before `until`. */
  'release',
  /** Its material is ready at `until`. */
  'material',
  'pinned',
  'frozen',
  /** The plan has it start at `until`, later than anything asks for: that of `plannedBy`, made at `since`. */
  'planned',
  /** Completed, `hours` working hours longer than estimated. */
  'tookLonger',
  /** Stored by earlier releases: begun or completed, and started `hours` working hours after it could. */
  'waited',
  /** It is at its supplier, `workCenter`, for `hours` hours of the clock. */
  'atSupplier',
  /** The work itself does not fit before the due date. */
  'noSlack',
  /** Before it began, `workCenter` was full until `until`: by `operation` and `more` others, for `hours` working hours. */
  'wasTaken',
  /** Before it began, the plan of `plannedBy`, made at `since`, had it start at `until`, `hours` working hours after it could. */
  'wasPlanned',
] as const
/** What would help first. */
export const operationRemedies = [
  'none',
  'releaseHold',
  /** Of `operation`. */
  'releasePredecessor',
  /** Finish `operation`. */
  'finishPredecessor',
  'reportProgress',
  'startNow',
  'reschedule',
  /** Of its project. */
  'raisePriority',
  /** On `workCenter`, or the organization's working time. */
  'addOvertime',
  'unpin',
  /** Have its material delivered sooner. */
  'materialSooner',
  'moveShipDate',
] as const

const parameters = {
  operation: z.nullable(OperationName),
  workCenter: z.nullable(
    z.object({ categoryId: z.string(), name: z.string(), kind: z._default(CategoryKind, 'inside') }),
  ),
}
export const OperationCause = z.object({
  code: z.enum(operationCauses),
  ...parameters,
  holiday: z.nullable(z.string()),
  /** Only so many of the usual units were available; `name` says why: leave, or a mill in service. */
  available: z._default(
    z.nullable(z.object({ units: z.number(), usual: z.number(), name: z.nullable(z.string()) })),
    null,
  ),
  hours: z.nullable(z.number()),
  /** The same in working days of its work center. */
  days: z.nullable(z.number()),
  until: z.nullable(Instant),
  /** From when on it holds. */
  since: z.optional(Instant),
  /** What made the plan that the cause names: a run, a person's edit, or another plan that was put in force; absent = not known. */
  plannedBy: z.optional(z.enum(['run', 'person', 'plan'])),
  /** How many operations there are besides `operation`; absent = none. */
  more: z.optional(z.int()),
  /** `operation` belongs to the same project as the work that waits for it; absent = to another one, or it is not known. */
  own: z.optional(z.boolean()),
  /** The priority of the project of `operation`, if that takes the capacity for which this one waits. */
  priority: z.optional(z.int()),
})
export type OperationCause = z.infer<typeof OperationCause>
export const OperationRemedy = z.object({ code: z.enum(operationRemedies), ...parameters })
export type OperationRemedy = z.infer<typeof OperationRemedy>

/** The remedy that helps a late project most, as lists show it. */
export const NextStep = z.object({
  code: z.enum(projectRemedies),
  ...parameters,
  /** Everything is scheduled again after it. */
  again: z.boolean(),
  /** After it; 0 or less = on time. */
  latenessDays: z.int(),
  /** How much earlier the project ends. */
  gainMs: z.int(),
})
export type NextStep = z.infer<typeof NextStep>

export const Snooze = z.object({
  operationId: z.string(),
  /** Shown again from this instant on: the beginning of the day named, in the organization's zone. */
  until: Instant,
  reason: z.string(),
  by: z.string(),
  at: Instant,
})
export type Snooze = z.infer<typeof Snooze>

/** A row of the overdue and operations tables: all that a row, a card or a bar shows, without a second request. */
export const OperationListRow = z.extend(OperationOutlook, {
  operationId: z.string(),
  projectId: z.string(),
  name: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  customerName: z.string(),
  /** 0 to 100, the project's. */
  priority: z.int(),
  priorityClass: PriorityClass,
  phase: ProjectPhase,
  categoryId: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  /** Its work center is outside, so its hours are calendar time. */
  categoryOutside: z._default(z.boolean(), false),
  /** The people or tools that it needs besides its work center. */
  poolId: z._default(z.nullable(z.string()), null),
  poolName: z._default(z.nullable(z.string()), null),
  status: OperationStatus,
  progressPercentage: z.number(),
  durationHours: z.number(),
  hoursLeft: z.number(),
  sequence: z.int(),
  onHold: z.boolean(),
  pinned: z.boolean(),
  scheduledStartDate: z.nullable(Instant),
  scheduledEndDate: z.nullable(Instant),
  actualStartDate: z.nullable(Instant),
  actualEndDate: z.nullable(Instant),
  /** When its material is ready, and what that is; null = it waits for none. */
  materialReadyDate: z.nullable(Instant),
  materialNote: z.string(),
  ...listedTexts,
  /** The first 300 characters. */
  notesPreview: z.string(),
  /** End of the planned ship date of its project. */
  dueDate: z.nullable(Instant),
  severity: z.nullable(Severity),
  /** Of its project. */
  projectedCompletionDate: z.nullable(Instant),
  /** Of its project: calendar days from the ship date to the forecast completion; negative = early; null = no forecast or no ship date. */
  latenessDays: z.nullable(z.int()),
  /** Cannot be worked on: held, waits for held work, or should have begun while a predecessor is open or its material is not ready. */
  blocked: z.boolean(),
  cause: OperationCause,
  remedy: OperationRemedy,
  /** What helps its late project most (`listRemedies`); null = the project is not late, or it is not computed yet for the present plan. */
  projectStep: withUsual(z.nullable(NextStep), null),
  newSinceYesterday: z.boolean(),
  recovered: z.boolean(),
  snooze: z.nullable(Snooze),
  predecessors: z.array(
    z.extend(OperationName, {
      status: OperationStatus,
      progressPercentage: z.number(),
      lagHours: z.number(),
      lagUnit: z._default(LagUnit, 'working'),
      maxLagHours: z._default(z.nullable(z.number()), null),
      overlapPercent: z._default(z.nullable(z.number()), null),
    }),
  ),
  successorCount: z.int(),
  version: z.int(),
})
export type OperationListRow = z.infer<typeof OperationListRow>

const count = z.int()

export const OperationList = z.object({
  /** The server's clock at which everything here was judged. */
  now: Instant,
  /** True when an operation of the organization has a date for its material. */
  usesMaterial: z.boolean(),
  /** Rows that match. */
  total: count,
  /** Rows that match on each tab, all other filters being the same. */
  tabs: z.record(OperationTab, count),
  /** What the other filters of this tab would show. */
  snoozed: count,
  newSinceYesterday: count,
  recovered: count,
  /** Since when `newSinceYesterday` and `recovered` count: the beginning of the previous working day. */
  comparedWith: Instant,
  metrics: z.object({
    projects: count,
    hoursLeft: z.number(),
    averageDaysOverdue: z.number(),
    blocked: count,
    severities: z.record(Severity, count),
  }),
  offset: count,
  rows: z.array(OperationListRow),
})
export type OperationList = z.infer<typeof OperationList>

const selection = z.extend(OperationFilter, OperationOrder.shape)

/** A window of at most 200 rows (100 unless said) of the operations that match, in order, group behind group. */
export const listOperationRows = endpoint({
  method: 'GET',
  path: '/operations',
  access: 'tenant',
  summary: 'Operations of the whole organization, a window at a time',
  failed: 'Failed to fetch operations',
  query: z.extend(selection, OperationWindow.shape),
  response: OperationList,
})

/**
 * The groups of the same list, in its order: group `i` holds rows `offsets[i]` up to `offsets[i] + counts[i]`. With
 * `groupBy` 'none' there are none.
 */
export const OperationGroups = z.object({
  /** Project id, operation name or priority class. */
  keys: z.array(z.string()),
  /** '1037 Pump skid', 'Weld frame', 'critical'. */
  titles: z.array(z.string()),
  offsets: z.array(count),
  counts: z.array(count),
  /** The most days overdue inside. */
  daysOverdue: z.array(count),
})
export type OperationGroups = z.infer<typeof OperationGroups>

export const listOperationGroups = endpoint({
  method: 'GET',
  path: '/operations/groups',
  access: 'tenant',
  summary: 'Headers of the groups of that list, with counts and offsets',
  failed: 'Failed to fetch operations',
  query: selection,
  response: OperationGroups,
})

/** Answers with a file, UTF-8 with BOM, RFC 4180; cells that a spreadsheet would compute are neutralised. */
export const exportOperations = endpoint({
  method: 'GET',
  path: '/operations/export',
  access: 'tenant',
  summary: 'All operations that match as a CSV file',
  failed: 'Failed to export operations',
  query: selection,
  response: z.string(),
  mediaType: 'text/csv',
})
