import { z } from 'zod/mini'
import { Changeover } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { PackedColumns } from './packed-columns.ts'
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

/** Operations of projects as columns, those of project `i` from row `firstOperation[i]` up to `firstOperation[i + 1]`. */
export interface ScheduleColumns {
  projects: {
    ids: string[]
    numbers: string[]
    names: string[]
    priorities: number[]
    /** End of the planned ship date in the organization's zone; 0 = none. */
    dueMs: number[]
    /** The earliest start: the production start date, else the engineering release, else the customer release; 0 = none. */
    releaseMs: number[]
    flags: number[]
    /** Index into `projectStates`. */
    states: number[]
    /** Calendar days from the ship date to the forecast completion; null = no forecast or no ship date. */
    latenessDays: (number | null)[]
    /** Calendar days since the ship date of what has not shipped; null = it has not passed. */
    pastDueDays: (number | null)[]
    versions: number[]
    /** One more than there are projects: the last is the number of operations. */
    firstOperation: number[]
  }
  operations: {
    ids: string[]
    names: string[]
    /** Index into the categories, -1 = none. */
    category: number[]
    /** The same for the pool of which the operation needs one unit. */
    pool: number[]
    startMs: number[]
    endMs: number[]
    progressPercentage: number[]
    durationHours: number[]
    flags: number[]
    /** Index into `operationStates`. */
    states: number[]
    versions: number[]
    sequences: number[]
    /** When the material of work that has not begun is ready; 0 = it waits for none. */
    materialReadyMs: number[]
    /** The setup family; empty = none. */
    families: string[]
  }
  /** Links between operation rows, by the row that waits. */
  links: {
    from: number[]
    to: number[]
    /** Lag in working hours of the waiting row. */
    lagHours: number[]
    /** Lag in hours of the clock. */
    waitHours: number[]
    /** Percent of the other row that must be done; 0 = it must have ended. */
    overlapPercent: number[]
  }
}

const categories = z.array(
  z.object({
    categoryId: z.string(),
    name: z.string(),
    color: z.string(),
    capacity: z.number(),
    /** The working hours from one setup family to another. */
    changeovers: z._default(z.array(Changeover), []),
    /** Index into `calendars`. */
    calendar: z.number(),
    kind: z._default(CategoryKind, 'inside'),
    supplier: z._default(z.string(), ''),
  }),
)
/** Other capacities of work centers for a time; `endMs` null = until further notice. */
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

/** The parts of the schedule that belong to no project. A patch does not contain them. */
export interface ScheduleFrame {
  categories: z.infer<typeof categories>
  /**
   * Open time as flat [open, close, open, close, ...] in epoch ms, sorted, merged. Index 0 is the organization's own.
   * Covers the plan with a margin (`from` to `to`); outside it nothing is known.
   */
  calendars: { name: string; open: number[] }[]
  from: number
  to: number
  holidays: z.infer<typeof holidays>
  capacitySpans: z.infer<typeof capacitySpans>
}

/** The schedule as a browser holds it. Times are epoch milliseconds, 0 where there is none. */
export interface CompactSchedule extends ScheduleColumns, ScheduleFrame {
  timeZone: string
  now: number
  /** The `since` of the next request. */
  change: number
}

export const ScheduleAnswer = z.object({
  ...sinceFields,
  timeZone: z.string(),
  now: z.number(),
  /**
   * Blocks of projects, packed by `domain/schedule/pack-schedule.ts` into less than 45 bytes for an operation with its links.
   * There are several blocks, so that a server can pack a large shop in steps.
   */
  rows: z.array(PackedColumns),
  /** The frame, with packed calendars; null in a patch, because nothing of it changed. */
  frame: z.nullable(
    z.object({
      categories,
      calendars: z.array(z.object({ name: z.string(), open: z.string() })),
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

/** Why one operation starts when it does, with the names a sentence needs. */
export const OperationPlacement = z.object({
  operationId: z.string(),
  projectId: z.string(),
  placement: z.nullable(Placement),
  /** Names of operations, projects and work centers that the reasons mention, by id. */
  names: z.record(z.string(), z.string()),
  /** The projects of the operations among them, by the id of the operation. */
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

/** Dates of operations beside those of the plan, packed by `domain/schedule/pack-dates.ts`. */
export const OperationDateColumns = z.object({ rows: PackedColumns })
export type OperationDateColumns = z.infer<typeof OperationDateColumns>

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

/** The most reasons in an answer. */
export const mostUnplacedReasons = 500

/** Why operations have no place, with the names that the reasons mention, by id. */
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
