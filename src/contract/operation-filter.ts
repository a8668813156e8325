import { z } from 'zod/mini'
import { Decimal, Id, Line, preprocess } from './fields.ts'
import { OperationStatus, ProjectPhase } from './vocabulary.ts'

/** `a=1&a=2` and `a=1` are both lists; an empty list filters nothing, because an address cannot express it. */
const list = <T extends z.ZodMiniType>(item: T) =>
  preprocess(
    (value) => (Array.isArray(value) ? (value.length > 0 ? value : undefined) : value === undefined ? value : [value]),
    z.optional(z.array(item).check(z.maxLength(200))),
  )
const flag = preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.optional(z.boolean()),
)
const whole = (minimum: number, maximum: number) =>
  z.optional(Decimal(minimum, maximum).check(z.refine(Number.isInteger, 'Whole numbers only')))

/** Tabs of the overdue screen; `all` is the operations screen. */
export const operationTabs = ['all', 'overdue', 'projectedLate', 'atRisk', 'behindPlan'] as const
export const OperationTab = z.enum(operationTabs)
export type OperationTab = z.infer<typeof OperationTab>

/** Open work is neither completed nor part of a project that is no longer active; everything else is finished. */
export const operationWorks = ['open', 'finished', 'all'] as const
export const OperationWork = z.enum(operationWorks)
export type OperationWork = z.infer<typeof OperationWork>

/** Severity of an overdue operation (specification 9): 14, 7 and 3 days. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

/** Specification 3: a project's priority as a word; bounds as the card's colors (specification 9). */
export const priorityClasses = ['critical', 'high', 'medium', 'low'] as const
export const PriorityClass = z.enum(priorityClasses)
export type PriorityClass = z.infer<typeof PriorityClass>

export const operationGroupings = ['none', 'project', 'operation', 'priority'] as const
export const OperationGrouping = z.enum(operationGroupings)
export type OperationGrouping = z.infer<typeof OperationGrouping>

/** The first five are the specification's; `dueDate` is that of the operation, its planned end, as its row shows it. */
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
] as const
/** Saved views and links from before this release have the old spelling of a work center. */
export const OperationSort = preprocess((sort) => (sort === 'workCentre' ? 'workCenter' : sort), z.enum(operationSorts))
export type OperationSort = z.infer<typeof OperationSort>

/** Slack in working days up to which an operation is at risk, when the reader chose no other. */
export const defaultRiskDays = 2

/**
 * What operations are narrowed to: the same in a query, in a saved view and as the target of a bulk action. Everything is
 * optional; what is absent does not narrow. Calendar dates are whole days in the organization's zone.
 */
export const OperationFilter = z.object({
  tab: z.optional(OperationTab),
  /** Open or finished work only; `all` is as good as nothing. */
  work: z.optional(OperationWork),
  /** Words that the names of operation, project, customer, work center or the project's number contain; all must be found. */
  search: z.optional(Line()),
  /** Work centers; 'none' = operations without one. */
  categoryIds: list(z.union([Id, z.literal('none')])),
  /** Pools of which operations need one unit; 'none' = operations that need none. */
  poolIds: list(z.union([Id, z.literal('none')])),
  projectIds: list(Id),
  statuses: list(OperationStatus),
  phases: list(ProjectPhase),
  priorities: list(PriorityClass),
  severities: list(Severity),
  minDaysOverdue: whole(0, 36_500),
  /** Several together = any of them. Waiting for material: open, not begun, and its material is ready later than now. */
  flagged: list(z.enum(['at-risk', 'blocked', 'waiting-for-material'])),
  onHold: flag,
  /** Begun, not on hold, and without progress for five days: the dashboard's figure. Only `true` narrows. */
  stalled: flag,
  /** Hidden from the tabs of the overdue screen unless said; shown on `all`. */
  snoozed: z.optional(z.enum(['hide', 'only', 'show'])),
  /** Overdue since the previous working day began; or overdue then and replanned or completed since. */
  trend: z.optional(z.enum(['new', 'recovered'])),
  /** Those whose planned time touches the days from `fromDate` to `toDate` (both included). */
  fromDate: z.optional(z.iso.date()),
  toDate: z.optional(z.iso.date()),
  /** Working days of slack up to which an operation is at risk; 2 unless said. */
  riskDays: whole(0, 60),
})
export type OperationFilter = z.infer<typeof OperationFilter>

/** Order and groups; unless said: most overdue first, in groups where groups are asked for. */
export const OperationOrder = z.object({
  sortBy: z.optional(OperationSort),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  groupBy: z.optional(OperationGrouping),
})
export type OperationOrder = z.infer<typeof OperationOrder>

export const maxWindowRows = 200
/** Rows of a list; with the limit 0 only its counts are asked for. */
export const OperationWindow = z.object({ offset: whole(0, 10_000_000), limit: whole(0, maxWindowRows) })
