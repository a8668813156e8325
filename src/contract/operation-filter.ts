import { z } from 'zod/mini'
import { Decimal, Id, Line, preprocess, QueryFlag } from './fields.ts'
import { OperationStatus, ProjectPhase } from './vocabulary.ts'

/** Both `a=1&a=2` and `a=1` are lists. An empty list filters nothing, because an address cannot express it. */
const list = <T extends z.ZodMiniType>(item: T) =>
  preprocess(
    (value) => (Array.isArray(value) ? (value.length > 0 ? value : undefined) : value === undefined ? value : [value]),
    z.optional(z.array(item).check(z.maxLength(200))),
  )
const whole = (minimum: number, maximum: number) =>
  z.optional(Decimal(minimum, maximum).check(z.refine(Number.isInteger, 'Whole numbers only')))

/** Tabs of the overdue screen; `all` is the operations screen. */
export const operationTabs = ['all', 'overdue', 'projectedLate', 'atRisk', 'behindPlan'] as const
export const OperationTab = z.enum(operationTabs)
export type OperationTab = z.infer<typeof OperationTab>

/** Open work is not completed and its project is active; everything else is finished. */
export const operationWorks = ['open', 'finished', 'all'] as const
export const OperationWork = z.enum(operationWorks)
export type OperationWork = z.infer<typeof OperationWork>

/** Severity of an overdue operation: 14, 7 and 3 days. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

/** Priority class of a project, with the same bounds as the colors of a card. */
export const priorityClasses = ['critical', 'high', 'medium', 'low'] as const
export const PriorityClass = z.enum(priorityClasses)
export type PriorityClass = z.infer<typeof PriorityClass>

export const operationGroupings = ['none', 'project', 'operation', 'priority'] as const
export const OperationGrouping = z.enum(operationGroupings)
export type OperationGrouping = z.infer<typeof OperationGrouping>

/** The first five are specified; `dueDate` is the planned end of the operation, as in its row. */
export const operationSorts = [
  'daysOverdue',
  'projectName',
  'progress',
  'priority',
  'dueDate',
  'shipDate',
  'name',
  'projectNumber',
  'workCenter',
  'status',
  'start',
  'end',
  'duration',
  'slack',
  'lateness',
  'material',
  'forecastStart',
  'date80',
  'chance',
] as const
/** Saved views and links from earlier releases have the old spelling of a work center. */
export const OperationSort = preprocess((sort) => (sort === 'workCentre' ? 'workCenter' : sort), z.enum(operationSorts))
export type OperationSort = z.infer<typeof OperationSort>

/** Slack in working days up to which an operation is at risk, unless the reader chose another number. */
export const defaultRiskDays = 2

/**
 * A filter for operations, used in queries, in saved views and as the target of a bulk action. Every field is optional,
 * and an absent one filters nothing. Dates are whole days in the organization's zone.
 */
export const OperationFilter = z.object({
  tab: z.optional(OperationTab),
  /** Open or finished work only; `all` filters nothing. */
  work: z.optional(OperationWork),
  /** Words to find in the names of operation, project, customer and work center, or in the project's number; all must match. */
  search: z.optional(Line()),
  /** Work centers; 'none' = operations without one. */
  categoryIds: list(z.union([Id, z.literal('none')])),
  /** Pools that operations need; 'none' = operations without one. */
  poolIds: list(z.union([Id, z.literal('none')])),
  projectIds: list(Id),
  statuses: list(OperationStatus),
  phases: list(ProjectPhase),
  priorities: list(PriorityClass),
  severities: list(Severity),
  minDaysOverdue: whole(0, 36_500),
  /** Several mean any of them. Waiting for material: open, not started, and its material is not ready yet. */
  flagged: list(z.enum(['at-risk', 'blocked', 'waiting-for-material'])),
  onHold: QueryFlag,
  /** Started, not on hold, and without progress for five days, as on the dashboard. Only `true` filters. */
  stalled: QueryFlag,
  /** Hidden on the tabs of the overdue screen by default; shown on `all`. */
  snoozed: z.optional(z.enum(['hide', 'only', 'show'])),
  /** Overdue since the previous working day began; or overdue then and rescheduled or completed since. */
  trend: z.optional(z.enum(['new', 'recovered'])),
  /** Operations whose planned time overlaps the days from `fromDate` to `toDate` (both inclusive). */
  fromDate: z.optional(z.iso.date()),
  toDate: z.optional(z.iso.date()),
  /** Working days of slack up to which an operation is at risk; defaults to 2. */
  riskDays: whole(0, 60),
})
export type OperationFilter = z.infer<typeof OperationFilter>

/** Order and groups; by default most overdue first, grouped if groups are requested. */
export const OperationOrder = z.object({
  sortBy: z.optional(OperationSort),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  groupBy: z.optional(OperationGrouping),
})
export type OperationOrder = z.infer<typeof OperationOrder>

export const maxWindowRows = 200
/** Rows of a list; the limit 0 requests only the counts. */
export const OperationWindow = z.object({ offset: whole(0, 10_000_000), limit: whole(0, maxWindowRows) })
