import { z } from 'zod/mini'
import { DayInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import type { operationCauses } from './operation-lists.ts'
import { ProjectRemedy } from './remedies.ts'
import { CategoryKind, ProjectPhase, ProjectStatus } from './vocabulary.ts'

/** Most weeks one answer covers: three years. */
export const maxAnalyticsWeeks = 157
const maxLoadWeeks = 26
const defaultLoadWeeks = 12

/** Days in the organization's time zone, both included; by default the twelve weeks up to today. */
const range = { from: z.optional(DayInput), to: z.optional(DayInput) }
const count = z.int()
const workCenter = { categoryId: z.string(), name: z.string(), color: z.string() }

/** The range in every answer: the days it covers, in the organization's time zone. */
const covered = { timeZone: z.string(), from: z.string(), to: z.string() }

/** Days of one phase that ended inside the range. */
const PhaseLeadTime = z.object({
  phase: ProjectPhase,
  /** Stays that ended inside the range and whose beginning and end are in history. */
  stays: count,
  medianDays: z.nullable(z.number()),
  meanDays: z.nullable(z.number()),
  longestDays: z.nullable(z.number()),
})

/** Projects at the end of each week according to history, and shipments and completions in the week. */
export const ProjectFlow = z.object({
  ...covered,
  weeks: z.array(
    z.object({
      /** First day of the week, by the organization's own first day of the week. */
      week: z.string(),
      /** Projects by phase and by status at the end of the week (now, in the week that runs). */
      phases: z.record(ProjectPhase, count),
      statuses: z.record(ProjectStatus, count),
      /** Projects with an actual ship date in the week. */
      shipped: count,
      /** Projects that entered Complete in the week. */
      completed: count,
      /** Operations with an actual end in the week, and their planned hours. */
      operations: count,
      hours: z.number(),
    }),
  ),
  /** Earlier weeks were asked for, but their history has been deleted; null = nothing is missing. */
  historyFrom: z.nullable(Instant),
  leadTimes: z.array(PhaseLeadTime),
})
export type ProjectFlow = z.infer<typeof ProjectFlow>

export const getProjectFlow = endpoint({
  method: 'GET',
  path: '/analytics/flow',
  access: 'tenant',
  summary: 'Projects by phase and status over time, throughput, lead time per phase',
  failed: 'Failed to fetch analytics',
  query: z.object({ ...range, categoryId: z.optional(Id) }),
  response: ProjectFlow,
})

const delivery = {
  /** Shipped projects with a planned and an actual ship date, by the actual one. */
  shipped: count,
  /** Of these, shipped on or before the planned day. */
  onTime: count,
  /** Median over the late ones. */
  medianLateDays: z.nullable(z.number()),
  /** Customer release to actual ship date, in calendar days. */
  medianLeadDays: z.nullable(z.number()),
}

export const Delivery = z.object({
  ...covered,
  ...delivery,
  /** The same for as many days before the range. */
  before: z.object(delivery),
  /** Calendar months of the range, 'yyyy-MM'. */
  months: z.array(z.object({ month: z.string(), shipped: count, onTime: count })),
  /** Days behind the planned day (negative = early), both bounds included; null = open. */
  lateness: z.array(z.object({ fromDays: z.nullable(z.number()), toDays: z.nullable(z.number()), projects: count })),
})
export type Delivery = z.infer<typeof Delivery>

export const getDelivery = endpoint({
  method: 'GET',
  path: '/analytics/delivery',
  access: 'tenant',
  summary: 'On-time shipping rate and distribution of lateness',
  failed: 'Failed to fetch analytics',
  query: z.object(range),
  response: Delivery,
})

const loadFilter = { categoryId: z.optional(Id), phase: z.optional(ProjectPhase) }
const weeks = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxLoadWeeks))

/** Load per work center or pool and week, and backlog beside it, as `domain/analytics/load.ts` defines them. */
export const LoadMatrix = z.object({
  timeZone: z.string(),
  now: Instant,
  weeks: z.array(z.object({ week: z.string(), isCurrent: z.boolean() })),
  workCenters: z.array(
    z.object({
      ...workCenter,
      kind: z._default(CategoryKind, 'inside'),
      capacity: count,
      /** One number per week; of the running week, from now to its end. */
      loadHours: z.array(z.number()),
      /** Open time x capacity, one number per week; of the running week, from now to its end. */
      openHours: z.array(z.number()),
      /** Remaining hours for which the plan has no time left; not part of the load of any week. */
      backlogHours: z.number(),
    }),
  ),
})
export type LoadMatrix = z.infer<typeof LoadMatrix>

export const getLoadMatrix = endpoint({
  method: 'GET',
  path: '/analytics/load',
  access: 'tenant',
  summary: 'Load against capacity per work center and week',
  failed: 'Failed to fetch analytics',
  query: z.object({ from: z.optional(DayInput), weeks: z._default(weeks, defaultLoadWeeks), ...loadFilter }),
  response: LoadMatrix,
})

export const maxLoadOperations = 200

const LoadOperation = z.object({
  operationId: z.string(),
  name: z.string(),
  projectId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  scheduledStartDate: z.nullable(Instant),
  scheduledEndDate: z.nullable(Instant),
  /** The hours of the operation that count in the week or in the backlog. */
  hours: z.number(),
})
export type LoadOperation = z.infer<typeof LoadOperation>

/** The operations of one cell of the matrix, and of the backlog of its work center; most hours first. */
export const LoadCell = z.object({
  categoryId: z.string(),
  week: z.string(),
  /** True for the current week: load and open hours count from now to its end. */
  isCurrent: z.boolean(),
  loadHours: z.number(),
  openHours: z.number(),
  /** Hours done in the week so far: not part of the load of the current week, but all the load of a past week. */
  doneHours: z.number(),
  /** All operations of the load; `operations` holds 200 at most. */
  total: count,
  operations: z.array(LoadOperation),
  backlogHours: z.number(),
  /** All operations of the backlog; `backlog` holds 200 at most. */
  backlogTotal: count,
  backlog: z.array(LoadOperation),
})
export type LoadCell = z.infer<typeof LoadCell>

export const getLoadCell = endpoint({
  method: 'GET',
  path: '/analytics/load/operations',
  access: 'tenant',
  summary: 'Operations behind one cell of the load matrix',
  failed: 'Failed to fetch analytics',
  query: z.object({ categoryId: Id, week: DayInput, phase: z.optional(ProjectPhase) }),
  response: LoadCell,
})

/** The causes of lateness (`operationCauses`) that are neither a queue nor another operation. */
export const lateCauses = [
  'onHold',
  'startedLate',
  'longerThanEstimated',
  'notStarted',
  'changeover',
  'closed',
  'release',
  'material',
  'pinned',
  'frozen',
  'planned',
  'tookLonger',
  'waited',
  'atSupplier',
  'noSlack',
] as const satisfies readonly (typeof operationCauses)[number][]
export type LateCause = (typeof lateCauses)[number]

/** Which work centers the late projects wait for. */
export const LateCauses = z.object({
  /** Open projects whose plan ends after their ship date, and the sum of their late calendar days. */
  lateProjects: count,
  lateDays: z.number(),
  /** Sorted by late days; the first work center is the bottleneck. */
  workCenters: z.array(
    z.object({
      ...workCenter,
      /** Late days of projects that its queue causes. */
      lateDays: z.number(),
      /** Late projects that wait in its queue. */
      projects: count,
      /** Days that late projects wait for it. */
      waitingDays: z.number(),
    }),
  ),
  /** Late days that no queue explains, by the cause of the operation where the delay begins; most first. */
  others: z.array(z.object({ cause: z.enum(lateCauses), lateDays: z.number(), projects: count })),
  /** What saves late days at the first work center, of what was tried for the late projects: at most one of each kind, the best first. */
  levers: withUsual(z.array(ProjectRemedy), []),
  /** What saves late days against the first of `others`, where that causes more of them than the first work center: as `levers`. */
  causeLevers: withUsual(z.array(ProjectRemedy), []),
})
export type LateCauses = z.infer<typeof LateCauses>

export const getLateCauses = endpoint({
  method: 'GET',
  path: '/analytics/late-causes',
  access: 'tenant',
  summary: 'The bottleneck: project-days of lateness per work center waited for',
  failed: 'Failed to fetch analytics',
  query: z.object(loadFilter),
  response: LateCauses,
})

/** Duration against working hours between actual start and actual end, per work center. */
export const EstimateAccuracy = z.object({
  ...covered,
  workCenters: z.array(
    z.object({
      ...workCenter,
      /** Operations that ended in the range, with an actual start and a duration. */
      operations: count,
      plannedHours: z.number(),
      actualHours: z.number(),
      /** Median of the actual hours per planned hour. */
      medianRatio: z.number(),
      /** Operations whose actual hours are within a tenth of the plan. */
      withinTenth: count,
    }),
  ),
})
export type EstimateAccuracy = z.infer<typeof EstimateAccuracy>

export const getEstimateAccuracy = endpoint({
  method: 'GET',
  path: '/analytics/estimates',
  access: 'tenant',
  summary: 'Estimate accuracy per work center',
  failed: 'Failed to fetch analytics',
  query: z.object({ ...range, ...loadFilter }),
  response: EstimateAccuracy,
})
