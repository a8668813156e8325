import { z } from 'zod/mini'
import { DayInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import type { operationCauses } from './operation-lists.ts'
import { ProjectRemedy } from './remedies.ts'
import { CategoryKind, ProjectPhase, ProjectStatus } from './vocabulary.ts'

/** Maximum number of weeks in one answer: three years. */
export const maxAnalyticsWeeks = 157
const maxLoadWeeks = 26
const defaultLoadWeeks = 12

/** Days in the organization's time zone, both inclusive; defaults to the twelve weeks up to today. */
const range = { from: z.optional(DayInput), to: z.optional(DayInput) }
const count = z.int()
const workCenter = { categoryId: z.string(), name: z.string(), color: z.string() }

/** The days that the answer covers, in the organization's time zone. */
const covered = { timeZone: z.string(), from: z.string(), to: z.string() }

/** Days spent in one phase, for stays that ended within the range. */
const PhaseLeadTime = z.object({
  phase: ProjectPhase,
  /** Number of stays that ended within the range and have both ends in history. */
  stays: count,
  medianDays: z.nullable(z.number()),
  meanDays: z.nullable(z.number()),
  longestDays: z.nullable(z.number()),
})

/** Projects at the end of each week according to history, and shipments and completions during the week. */
export const ProjectFlow = z.object({
  ...covered,
  weeks: z.array(
    z.object({
      /** First day of the week, by the organization's setting. */
      week: z.string(),
      /** Projects by phase and by status at the end of the week (now, for the current week). */
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
  /** Set if the request covers earlier weeks whose history has been deleted; null = nothing is missing. */
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
  /** Shipped projects with a planned and an actual ship date, counted by the actual one. */
  shipped: count,
  /** Of these, shipped on or before the planned day. */
  onTime: count,
  /** Median of the late ones. */
  medianLateDays: z.nullable(z.number()),
  /** Customer release to actual ship date, in calendar days. */
  medianLeadDays: z.nullable(z.number()),
}

export const Delivery = z.object({
  ...covered,
  ...delivery,
  /** The same for an equally long range before this one. */
  before: z.object(delivery),
  /** Calendar months of the range, 'yyyy-MM'. */
  months: z.array(z.object({ month: z.string(), shipped: count, onTime: count })),
  /** Days after the planned day (negative = early), both bounds inclusive; null = unbounded. */
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

/** Load by work center or pool and week, with the backlog, as defined in `domain/analytics/load.ts`. */
export const LoadMatrix = z.object({
  timeZone: z.string(),
  now: Instant,
  weeks: z.array(z.object({ week: z.string(), isCurrent: z.boolean() })),
  workCenters: z.array(
    z.object({
      ...workCenter,
      kind: z._default(CategoryKind, 'inside'),
      capacity: count,
      /** One number for each week; for the current week, from now to its end. */
      loadHours: z.array(z.number()),
      /** Open time x capacity, one number for each week; for the current week, from now to its end. */
      openHours: z.array(z.number()),
      /** Remaining hours for which the plan has no time; not part of any week's load. */
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
  /** Hours of the operation that count in the week or in the backlog. */
  hours: z.number(),
})
export type LoadOperation = z.infer<typeof LoadOperation>

/** The operations of one cell of the matrix, and of the backlog of its work center; most hours first. */
export const LoadCell = z.object({
  categoryId: z.string(),
  week: z.string(),
  /** Whether this is the current week, for which load and open hours count from now to its end. */
  isCurrent: z.boolean(),
  loadHours: z.number(),
  openHours: z.number(),
  /** Hours done in the week so far: not part of the load of the current week, but the whole load of a past week. */
  doneHours: z.number(),
  /** Number of all operations in the load; `operations` contains at most 200. */
  total: count,
  operations: z.array(LoadOperation),
  backlogHours: z.number(),
  /** Number of all operations in the backlog; `backlog` contains at most 200. */
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

const maxLoadDays = 31
const days = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxLoadDays))

/** As `LoadMatrix`, by day of the organization's time zone. */
export const LoadDays = z.extend(z.omit(LoadMatrix, { weeks: true }), {
  days: z.array(z.object({ day: z.string(), isToday: z.boolean() })),
})
export type LoadDays = z.infer<typeof LoadDays>

export const getLoadDays = endpoint({
  method: 'GET',
  path: '/analytics/load/days',
  access: 'tenant',
  summary: 'Load against capacity per work center and day',
  failed: 'Failed to fetch analytics',
  query: z.object({ from: z.optional(DayInput), days: z._default(days, 7), ...loadFilter }),
  response: LoadDays,
})

/** As `LoadCell`, for one day of the organization's time zone. */
export const LoadDay = z.extend(z.omit(LoadCell, { week: true, isCurrent: true }), {
  day: z.string(),
  /** Whether this is today, for which load and open hours count from now to its end. */
  isToday: z.boolean(),
})
export type LoadDay = z.infer<typeof LoadDay>

export const getLoadDay = endpoint({
  method: 'GET',
  path: '/analytics/load/days/operations',
  access: 'tenant',
  summary: 'What a work center does on a day',
  failed: 'Failed to fetch analytics',
  query: z.object({ categoryId: Id, day: DayInput, phase: z.optional(ProjectPhase) }),
  response: LoadDay,
})

/** The causes of lateness (`operationCauses`) that are neither a queue nor another operation. */
export const lateCauses = [
  'onHold',
  'startedLate',
  'longerThanEstimated',
  'learnedPace',
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

/** Work centers that late projects wait for. */
export const LateCauses = z.object({
  /** Open projects whose plan ends after their ship date, and the sum of their late calendar days. */
  lateProjects: count,
  lateDays: z.number(),
  /** Sorted by late days; the first work center is the bottleneck. */
  workCenters: z.array(
    z.object({
      ...workCenter,
      /** Late days of projects caused by its queue. */
      lateDays: z.number(),
      /** Number of late projects that wait in its queue. */
      projects: count,
      /** Days that late projects wait for it. */
      waitingDays: z.number(),
    }),
  ),
  /** Late days that no queue explains, by the cause at the operation where the delay begins; most first. */
  others: z.array(z.object({ cause: z.enum(lateCauses), lateDays: z.number(), projects: count })),
  /**
   * Remedies that save late days at the first work center, from those tried for the late projects: at most one of each kind, best first.
   */
  levers: withUsual(z.array(ProjectRemedy), []),
  /** Remedies for the first of `others`, if that causes more late days than the first work center; like `levers`. */
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

/** Original estimates compared with actual hours, by work center. */
export const EstimateAccuracy = z.object({
  ...covered,
  workCenters: z.array(
    z.object({
      ...workCenter,
      /** Operations that ended within the range and have a duration and known actual hours. */
      operations: count,
      /** Those whose actual hours are open time from start to end, because no time on work was recorded. */
      includingWaiting: count,
      plannedHours: z.number(),
      actualHours: z.number(),
      /** Median of actual hours per planned hour. */
      medianRatio: z.number(),
      /** Operations whose actual hours are within ten percent of the plan. */
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

/** How long one kind of work takes against its estimate, from finished operations. */
const Pace = z.object({
  /** Setup family, or kind of operation in small letters and without numbers; null = the whole work center. */
  kind: z.nullable(z.string()),
  basis: z.enum(['family', 'name', 'workCenter']),
  /** Median of actual / estimate. */
  factor: z.number(),
  /** The ratios between which 80 % of operations lie. */
  low: z.number(),
  high: z.number(),
  /** Finished operations, and the days that they go back. */
  operations: count,
  days: count,
  /** The hours contain waiting, because no time on work was recorded. Such a pace is shown and not calculated with. */
  includesWaiting: z.boolean(),
  /** Ratios of finished operations in ascending order; of many only some, evenly. */
  ratios: z.array(z.number()),
  /** Open operations that have not started and have other hours than by this pace. */
  openOperations: count,
})
export type Pace = z.infer<typeof Pace>

export const LearnedPacesAnswer = z.object({
  workCenters: z.array(z.object({ ...workCenter, pace: Pace, kinds: z.array(Pace) })),
  /** The factor of the shop's own work centers that have no pace of their own; null = too little is known. */
  shopFactor: z.nullable(z.number()),
  /** Work centers that finished too little for a pace. */
  unknown: z.array(z.object(workCenter)),
})
export type LearnedPacesAnswer = z.infer<typeof LearnedPacesAnswer>

export const getLearnedPaces = endpoint({
  method: 'GET',
  path: '/analytics/paces',
  access: 'tenant',
  summary: 'How long work takes against its estimates, by work center, setup family and kind of operation',
  failed: 'Failed to fetch analytics',
  response: LearnedPacesAnswer,
})

/** Open operations of a pace that have not started, with their estimates. */
export const PacedOperations = z.object({
  operations: z.array(
    z.object({
      operationId: z.string(),
      version: count,
      name: z.string(),
      projectNumber: z.string(),
      durationHours: z.number(),
      /** The estimate that the pace multiplies: the original one, where the hours are known. */
      estimateHours: z.number(),
    }),
  ),
  /** Number of all of them; `operations` contains at most as many as one bulk change. */
  total: count,
})
export type PacedOperations = z.infer<typeof PacedOperations>

export const getPacedOperations = endpoint({
  method: 'GET',
  path: '/analytics/paces/operations',
  access: 'tenant',
  summary: 'Open operations of one pace that have not started',
  failed: 'Failed to fetch analytics',
  query: z.object({
    categoryId: Id,
    basis: z.enum(['family', 'name', 'workCenter']),
    kind: z.optional(z.string().check(z.maxLength(500))),
    /** Only those whose hours this factor changes. */
    factor: z.optional(z.coerce.number().check(z.minimum(0.05), z.maximum(20))),
  }),
  response: PacedOperations,
})
