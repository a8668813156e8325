import { z } from 'zod/mini'
import { Changeover } from './categories.ts'
import {
  IdColumn,
  ListColumn,
  NullableColumn,
  NumberColumn,
  StepColumn,
  TextColumn,
  type ValuesByName,
} from './columns.ts'
import { endpoint } from './endpoint.ts'
import { Placement, UnplacedReason } from './placement.ts'
import { SinceQuery, sinceFields } from './since.ts'
import { CategoryKind } from './vocabulary.ts'

/** Bits of `operations.flags` in the compact schedule. */
export const operationFlag = {
  completed: 1,
  started: 2,
  onHold: 4,
  pinned: 8,
  unplaced: 16,
  warned: 32,
  behindPlan: 64,
} as const

/** Bits of `projects.flags` in the compact schedule. */
export const projectFlag = { completed: 1, onHold: 2, cancelled: 4 } as const

/**
 * Operations of projects as columns, those of project `i` from row `firstOperation[i]` up to `firstOperation[i + 1]`. Written and
 * read by `domain/schedule/wire-schedule.ts`.
 */
export const ScheduleRows = z.object({
  projects: z.object({
    ids: IdColumn,
    numbers: TextColumn,
    names: TextColumn,
    priorities: NumberColumn,
    /** End of the planned ship date in the organization's zone; 0 = none. */
    dueMs: StepColumn,
    /** The earliest start: the production start date, otherwise the engineering release, otherwise the customer release; 0 = none. */
    releaseMs: StepColumn,
    flags: NumberColumn,
    /** Index into `projectStates`. */
    states: NumberColumn,
    /** Calendar days from the ship date to the forecast completion; null = no forecast or no ship date. */
    latenessDays: NullableColumn,
    /** Calendar days since the ship date of an unshipped project; null = it has not passed. */
    pastDueDays: NullableColumn,
    /** It will be done between these dates in 80 % of the samples, from 10 to 90 %; 0 = no odds. */
    p10Ms: StepColumn,
    p90Ms: StepColumn,
    versions: NumberColumn,
    /** One more entry than there are projects; the last is the number of operations. */
    firstOperation: StepColumn,
  }),
  operations: z.object({
    ids: IdColumn,
    names: ListColumn(z.string()),
    /** Id of the work center; null = none. */
    category: ListColumn(z.nullable(z.string())),
    /** The same for the pool. */
    pool: ListColumn(z.nullable(z.string())),
    startMs: StepColumn,
    endMs: StepColumn,
    progressPercentage: NumberColumn,
    durationHours: NumberColumn,
    flags: NumberColumn,
    /** Index into `operationStates`. */
    states: NumberColumn,
    versions: NumberColumn,
    sequences: StepColumn,
    /** When the material of unstarted work is ready; 0 = it needs none. */
    materialReadyMs: StepColumn,
    /** The setup family; empty = none. */
    families: ListColumn(z.string()),
  }),
  /** Links between operation rows, sorted by the waiting row. */
  links: z.object({
    from: StepColumn,
    to: StepColumn,
    /** Lag in working hours of the waiting row. */
    lagHours: NumberColumn,
    /** Lag in clock hours. */
    waitHours: NumberColumn,
    /** Percentage of the predecessor that must be done; 0 = it must have ended. */
    overlapPercent: NumberColumn,
  }),
})
export type ScheduleRows = z.infer<typeof ScheduleRows>

/** The same columns with their values. */
export interface ScheduleColumns {
  projects: ValuesByName<ScheduleRows['projects']>
  /** `category` and `pool` are indexes into the categories, -1 = none. */
  operations: Omit<ValuesByName<ScheduleRows['operations']>, 'category' | 'pool'> & {
    category: number[]
    pool: number[]
  }
  links: ValuesByName<ScheduleRows['links']>
}

const categories = z.array(
  z.object({
    categoryId: z.string(),
    name: z.string(),
    color: z.string(),
    capacity: z.number(),
    /** Working hours to change from one setup family to another. */
    changeovers: z._default(z.array(Changeover), []),
    /** Index into `calendars`. */
    calendar: z.number(),
    kind: z._default(CategoryKind, 'inside'),
    supplier: z._default(z.string(), ''),
  }),
)
/** Temporary capacities of work centers; `endMs` null = until further notice. */
const capacitySpans = z.array(
  z.object({
    name: z.string(),
    categoryId: z.string(),
    units: z.number(),
    startMs: z.number(),
    endMs: z.nullable(z.number()),
  }),
)
const holidays = z.array(z.object({ name: z.string(), fromMs: z.number(), toMs: z.number() }))

/** The parts of the schedule that belong to no project. Patches do not contain them. */
export interface ScheduleFrame {
  categories: z.infer<typeof categories>
  /**
   * Open time as a flat list [open, close, open, close, ...] in epoch ms, sorted and merged. Index 0 is the
   * organization's own. Covers the plan with a margin (`from` to `to`); nothing is known outside.
   */
  calendars: { name: string; open: number[] }[]
  from: number
  to: number
  holidays: z.infer<typeof holidays>
  capacitySpans: z.infer<typeof capacitySpans>
}

/** The schedule as cached in a browser. Times are epoch milliseconds, 0 = none. */
export interface CompactSchedule extends ScheduleColumns, ScheduleFrame {
  timeZone: string
  barsAtPace: boolean
  now: number
  /** The `since` of the next request. */
  change: number
}

export const ScheduleAnswer = z.object({
  ...sinceFields,
  timeZone: z.string(),
  /** Whether plans contain the learned pace: a bar then takes the work between its dates, and `durationHours` is its estimate. */
  barsAtPace: z._default(z.boolean(), false),
  now: z.number(),
  /** Blocks of projects: several, so that a server can write a large shop in steps. */
  rows: z.array(ScheduleRows),
  /** The frame; null in a patch, because it has not changed. */
  frame: z.nullable(
    z.object({
      categories,
      calendars: z.array(z.object({ name: z.string(), open: StepColumn })),
      from: z.number(),
      to: z.number(),
      holidays,
      capacitySpans,
    }),
  ),
})
export type ScheduleAnswer = z.infer<typeof ScheduleAnswer>

export const getSchedule = endpoint({
  method: 'GET',
  path: '/schedule',
  access: 'tenant',
  summary: 'The plan as columns, for the schedule screen: all of it, or what changed since an answer before',
  failed: 'Failed to fetch projects with operations',
  query: SinceQuery,
  response: ScheduleAnswer,
})

/** Why one operation starts when it does, with the names that the sentence needs. */
export const OperationPlacement = z.object({
  operationId: z.string(),
  projectId: z.string(),
  placement: z.nullable(Placement),
  /** Names of operations, projects and work centers in the reasons, by id. */
  names: z.record(z.string(), z.string()),
  /** Project ids of the named operations, by operation id. */
  projectIds: z.record(z.string(), z.string()),
})
export type OperationPlacement = z.infer<typeof OperationPlacement>

export const getPlacement = endpoint({
  method: 'GET',
  path: '/schedule/operations/:operationId/placement',
  access: 'tenant',
  summary: 'Why an operation starts when it does',
  failed: 'Failed to fetch the reasons of the schedule',
  params: z.object({ operationId: z.uuid() }),
  response: OperationPlacement,
})

/** Dates of operations beside those of the plan, in epoch ms, 0 = none. */
export const OperationDateColumns = z.object({
  ids: IdColumn,
  startMs: StepColumn,
  endMs: StepColumn,
  /** The latest end with which the due date is still met; the plan of a run has none. */
  needByMs: StepColumn,
  /** The end in 80 % of the samples is between these dates, from 10 to 90 %; the plan of a run has none. */
  p10Ms: StepColumn,
  p90Ms: StepColumn,
})
export type OperationDateColumns = z.infer<typeof OperationDateColumns>
/** The same columns with their values. */
export type DateColumns = ValuesByName<OperationDateColumns>

export const getForecastDates = endpoint({
  method: 'GET',
  path: '/schedule/forecast',
  access: 'tenant',
  summary:
    'Where the open operations end when the plan is followed, and their need-by, as columns for the schedule screen',
  failed: 'Failed to fetch the forecast',
  response: OperationDateColumns,
})
export const getRunDates = endpoint({
  method: 'GET',
  path: '/scheduling-runs/:runId/dates',
  access: 'tenant',
  summary: 'The dates that a run gave to operations, as columns, to compare with the plan',
  failed: 'Failed to fetch the dates of the scheduling run',
  params: z.object({ runId: z.uuid() }),
  response: OperationDateColumns,
})

/** Maximum number of reasons in an answer. */
export const mostUnplacedReasons = 500

/** Why operations are not scheduled, with the names in the reasons, by id. */
export const UnplacedReasons = z.object({
  reasons: z.array(z.object({ operationId: z.string(), reason: UnplacedReason })),
  names: z.record(z.string(), z.string()),
})
export type UnplacedReasons = z.infer<typeof UnplacedReasons>

export const getUnplacedReasons = endpoint({
  method: 'GET',
  path: '/schedule/unscheduled',
  access: 'tenant',
  summary: 'Why operations could not be scheduled (at most 500)',
  failed: 'Failed to fetch the unscheduled operations',
  response: UnplacedReasons,
})
