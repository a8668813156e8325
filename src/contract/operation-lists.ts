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

/** Why an operation is late or unscheduled, in one line; the sentence is composed on screen. */
export const operationCauses = [
  'none',
  'onHold',
  /** A direct or indirect predecessor, `operation`, is on hold. */
  'waitsForHeld',
  /** `operation` must end first and has not. */
  'predecessor',
  /** Started `hours` working hours after its planned start, or after `since`, when it was ready. */
  'startedLate',
  /** Started, and worked on for `hours` working hours more than estimated, excluding time on hold. */
  'longerThanEstimated',
  /** Such work at `workCenter` takes `factor` times its estimate, `hours` working hours more. */
  'learnedPace',
  /** Not reported as started, although it has been ready since `since`, `hours` working hours ago. */
  'notStarted',
  /** `workCenter` was full until `until`; `operation` occupied the last free unit. */
  'workCentreBusy',
  /** `workCenter` was changed over after `operation`, which took `hours` working hours until `until`. */
  'changeover',
  /** Working time is closed until `until`; `holiday` is the reason if there is one. */
  'closed',
  /** The project may not start before `until`. */
  'release',
  /** Its material is ready at `until`. */
  'material',
  'pinned',
  'frozen',
  /** The plan starts it at `until`, later than necessary: the plan of `plannedBy`, made at `since`. */
  'planned',
  /** Completed `hours` working hours over its estimate. */
  'tookLonger',
  /** Stored by earlier releases: started or completed, `hours` working hours after it could have started. */
  'waited',
  /** It is at its supplier, `workCenter`, for `hours` clock hours. */
  'atSupplier',
  /** The work itself does not fit before the due date. */
  'noSlack',
  /** Before it started, `workCenter` was full until `until`, because of `operation` and `more` others, for `hours` working hours. */
  'wasTaken',
  /** Before it started, the plan of `plannedBy`, made at `since`, started it at `until`, `hours` working hours later than possible. */
  'wasPlanned',
] as const
/** The first remedy. */
export const operationRemedies = [
  'none',
  'releaseHold',
  /** The hold of `operation`. */
  'releasePredecessor',
  'finishPredecessor',
  'reportProgress',
  'startNow',
  'reschedule',
  /** Priority of its project. */
  'raisePriority',
  /** At `workCenter`, or in the organization's working time. */
  'addOvertime',
  'unpin',
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
  /** Only this many of the usual units were available; `name` is the reason: leave, or a mill in service. */
  available: z._default(
    z.nullable(z.object({ units: z.number(), usual: z.number(), name: z.nullable(z.string()) })),
    null,
  ),
  hours: z.nullable(z.number()),
  /** `hours` in working days of its work center. */
  days: z.nullable(z.number()),
  /** Learned hours against the estimate; absent = the cause is another one. */
  factor: z.optional(z.number()),
  until: z.nullable(Instant),
  /** Instant since which it applies. */
  since: z.optional(Instant),
  /** Who made the plan that the cause refers to: a run, a person's edit, or another plan that was applied; absent = unknown. */
  plannedBy: z.optional(z.enum(['run', 'person', 'plan'])),
  /** Number of operations besides `operation`; absent = none. */
  more: z.optional(z.int()),
  /** Set if `operation` belongs to the same project as the waiting work; absent = another project, or unknown. */
  own: z.optional(z.boolean()),
  /** Priority of the project of `operation`, if that occupies the capacity this one waits for. */
  priority: z.optional(z.int()),
})
export type OperationCause = z.infer<typeof OperationCause>
export const OperationRemedy = z.object({ code: z.enum(operationRemedies), ...parameters })
export type OperationRemedy = z.infer<typeof OperationRemedy>

/** The most effective remedy for a late project, as displayed in lists. */
export const NextStep = z.object({
  code: z.enum(projectRemedies),
  ...parameters,
  /** Whether everything is scheduled again after it. */
  again: z.boolean(),
  /** Lateness after the remedy; 0 or less = on time. */
  latenessDays: z.int(),
  /** How much earlier the project ends, in ms. */
  gainMs: z.int(),
})
export type NextStep = z.infer<typeof NextStep>

export const Snooze = z.object({
  operationId: z.string(),
  /** Shown again from this instant: the beginning of the chosen day in the organization's zone. */
  until: Instant,
  reason: z.string(),
  by: z.string(),
  at: Instant,
})
export type Snooze = z.infer<typeof Snooze>

/** A row of the overdue and operations tables, with everything that a row, a card or a bar displays. */
export const OperationListRow = z.extend(OperationOutlook, {
  operationId: z.string(),
  projectId: z.string(),
  name: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  customerName: z.string(),
  /** Priority of the project, 0 to 100. */
  priority: z.int(),
  priorityClass: PriorityClass,
  phase: ProjectPhase,
  categoryId: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  categoryColor: z.nullable(z.string()),
  /** Whether its work center is outside, so that its hours are calendar time. */
  categoryOutside: z._default(z.boolean(), false),
  poolId: z._default(z.nullable(z.string()), null),
  poolName: z._default(z.nullable(z.string()), null),
  status: OperationStatus,
  progressPercentage: z.number(),
  durationHours: z.number(),
  hoursLeft: z.number(),
  /** Hours during which it was worked on, to compare with its duration; null = nothing is known yet. */
  actualHours: withUsual(z.nullable(z.number()), null),
  /** Those hours are open time between its start and end, because no time on work was reported. */
  actualIncludesWaiting: withUsual(z.boolean(), false),
  /** When work on a started operation last ended; null = work goes on, or it ended less than an hour of working time ago. */
  idleSince: withUsual(z.nullable(Instant), null),
  sequence: z.int(),
  onHold: z.boolean(),
  pinned: z.boolean(),
  scheduledStartDate: z.nullable(Instant),
  scheduledEndDate: z.nullable(Instant),
  actualStartDate: z.nullable(Instant),
  actualEndDate: z.nullable(Instant),
  /** When its material is ready, and what it is; null = it needs none. */
  materialReadyDate: z.nullable(Instant),
  materialNote: z.string(),
  ...listedTexts,
  /** The first 300 characters. */
  notesPreview: z.string(),
  /** End of the planned ship date of its project. */
  dueDate: z.nullable(Instant),
  severity: z.nullable(Severity),
  /** Forecast completion of its project. */
  projectedCompletionDate: z.nullable(Instant),
  /** Calendar days from its project's ship date to the forecast completion; negative = early; null = no forecast or no ship date. */
  latenessDays: z.nullable(z.int()),
  /**
   * Whether work is impossible: it is on hold, waits for held work, or should have begun although a predecessor is open
   * or its material is not ready.
   */
  blocked: z.boolean(),
  cause: OperationCause,
  remedy: OperationRemedy,
  /**
   * The most effective remedy for its late project (`listRemedies`); null = the project is not late, or the remedy is
   * not computed yet for the current plan.
   */
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
  /** Server time to which all values here refer. */
  now: Instant,
  /** Whether any operation of the organization has a material date. */
  usesMaterial: z.boolean(),
  /** Number of matching rows. */
  total: count,
  /** Number of matching rows on each tab, with all other filters unchanged. */
  tabs: z.record(OperationTab, count),
  /** Number of rows that the other snooze settings of this tab would show. */
  snoozed: count,
  newSinceYesterday: count,
  recovered: count,
  /** Start of the previous working day, with which `newSinceYesterday` and `recovered` compare. */
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

/** A window of at most 200 rows (100 by default) of the matching operations, in order, one group after another. */
export const listOperationRows = endpoint({
  method: 'GET',
  path: '/operations',
  access: 'tenant',
  summary: 'Operations of the whole organization, a window at a time',
  failed: 'Failed to fetch operations',
  query: z.extend(selection, OperationWindow.shape),
  response: OperationList,
})

/** The groups of the list, in order: group `i` has rows `offsets[i]` up to `offsets[i] + counts[i]`. Empty for `groupBy` 'none'. */
export const OperationGroups = z.object({
  /** Project id, operation name or priority class. */
  keys: z.array(z.string()),
  /** '1037 Pump skid', 'Weld frame', 'critical'. */
  titles: z.array(z.string()),
  offsets: z.array(count),
  counts: z.array(count),
  /** Most days overdue within the group. */
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

/** Responds with a file (UTF-8 with BOM, RFC 4180). Cells that a spreadsheet would evaluate are neutralized. */
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
