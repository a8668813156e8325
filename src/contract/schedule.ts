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

/** Operations of projects as columns; project `i` has rows `firstOperation[i]` up to `firstOperation[i + 1]`. */
export interface ScheduleColumns {
  projects: {
    ids: string[]
    numbers: string[]
    names: string[]
    priorities: number[]
    /** End of the planned ship date in the organization's zone; 0 = none. */
    dueMs: number[]
    /** Earliest start: the production start date, otherwise the engineering release, otherwise the customer release; 0 = none. */
    releaseMs: number[]
    flags: number[]
    /** Index into `projectStates`. */
    states: number[]
    /** Calendar days from the ship date to the forecast completion; null = no forecast or no ship date. */
    latenessDays: (number | null)[]
    /** Calendar days since the ship date of an unshipped project; null = it has not passed. */
    pastDueDays: (number | null)[]
    versions: number[]
    /** One more entry than there are projects; the last is the number of operations. */
    firstOperation: number[]
  }
  operations: {
    ids: string[]
    names: string[]
    /** Index into the categories, -1 = none. */
    category: number[]
    /** The same for the pool. */
    pool: number[]
    startMs: number[]
    endMs: number[]
    progressPercent: number[]
    durationHours: number[]
    flags: number[]
    /** Index into `operationStates`. */
    states: number[]
    versions: number[]
    sequences: number[]
    /** When the material of unstarted work is ready; 0 = it needs none. */
    materialMs: number[]
    /** The setup family; empty = none. */
    families: string[]
  }
  /** Links between operation rows, sorted by the waiting row. */
  links: {
    from: number[]
    to: number[]
    /** Lag in working hours of the waiting row. */
    lagHours: number[]
    /** Lag in clock hours. */
    waitHours: number[]
    /** Percentage of the predecessor that must be done; 0 = it must have ended. */
    overlapPercent: number[]
  }
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
  /** The frame; null in a patch, because it has not changed. */
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
