import { z } from 'zod/mini'
import { DateInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, OptionalName } from './fields.ts'
import { withUsual } from './lenient-fields.ts'
import { IntervalTime } from './vocabulary.ts'

/** A time during which an operation was worked on. */
export const WorkInterval = z.object({
  intervalId: z.string(),
  operationId: z.string(),
  /** The work center where it was done; null = none. */
  categoryId: z.nullable(z.string()),
  startedAt: Instant,
  /** null = it is running. */
  endedAt: z.nullable(Instant),
  /** Without closed time inside; so far, if it is running. */
  workedHours: z.number(),
  /** Who worked; empty = not known. */
  workerName: z.string(),
  /** Their id among the people on the floor; null = not known, or not one of them. */
  workerId: withUsual(z.nullable(z.string()), null),
  /** The person or the tablet that reported it. */
  reportedBy: z.string(),
  time: IntervalTime,
  /** Whether a planner entered or changed it. */
  corrected: z.boolean(),
  version: z.int(),
})
export type WorkInterval = z.infer<typeof WorkInterval>

/** The time on an operation. */
export const WorkTime = z.object({
  /** Oldest first. */
  intervals: z.array(WorkInterval),
  /** Hours during which it was worked on, those of a running interval included; null = nothing is known yet. */
  actualHours: z.nullable(z.number()),
  /** The hours are open time between its start and its end, because no intervals were recorded. */
  includesWaiting: z.boolean(),
  estimateHours: z.number(),
  /**
   * Since when it has been idle: the end of its last interval, or its start; null = it is worked on, on hold, not begun, or done.
   */
  idleSince: z.nullable(Instant),
  /** Hours of working time since then: a closed shop does not count. */
  idleHours: withUsual(z.number(), 0),
})
export type WorkTime = z.infer<typeof WorkTime>

const RequiredDate = DateInput.check(z.refine((date) => date !== null, 'Enter a date and a time'))

/** An interval that a planner enters. */
export const WorkIntervalInput = z.object({
  startedAt: RequiredDate,
  endedAt: RequiredDate,
  /** One of the people on the floor; null = none of them. */
  workerId: z.optional(z.nullable(Id)),
  /** Anyone else. The name of one of the people on the floor is that person. */
  workerName: z.optional(OptionalName('Worker')),
  /** Only where the organization tells the time of machines and people apart. */
  time: z.optional(IntervalTime),
})
export type WorkIntervalInput = z.infer<typeof WorkIntervalInput>

/** A correction; absent fields are unchanged. */
export const WorkIntervalChange = z.partial(WorkIntervalInput)
export type WorkIntervalChange = z.infer<typeof WorkIntervalChange>

const base = '/project-operations/projects/:projectId/operations/:operationId/intervals' as const
const ofOperation = z.object({ projectId: Id, operationId: Id })
const one = z.object({ projectId: Id, operationId: Id, intervalId: Id })

export const listWorkIntervals = endpoint({
  method: 'GET',
  path: base,
  access: 'tenant',
  summary: 'The time on an operation: its intervals, and their sum next to the estimate',
  failed: 'Failed to fetch the time on work',
  params: ofOperation,
  response: WorkTime,
})
export const addWorkInterval = endpoint({
  method: 'POST',
  path: base,
  access: 'planOperations',
  summary: 'Add an interval of work that was not reported',
  failed: 'Failed to add the time on work',
  params: ofOperation,
  body: WorkIntervalInput,
  response: WorkInterval,
  status: 201,
})
export const changeWorkInterval = endpoint({
  method: 'PUT',
  path: `${base}/:intervalId`,
  access: 'planOperations',
  summary: 'Correct an interval of work',
  failed: 'Failed to correct the time on work',
  params: one,
  body: WorkIntervalChange,
  response: WorkInterval,
  versioned: true,
})
export const removeWorkInterval = endpoint({
  method: 'DELETE',
  path: `${base}/:intervalId`,
  access: 'planOperations',
  summary: 'Remove an interval of work',
  failed: 'Failed to remove the time on work',
  params: one,
  response: z.undefined(),
  status: 204,
})

export const WorkReportInput = z.object({
  kind: z.enum(['start', 'pause']),
  /** Of a start. Ignored where the organization does not tell the time of machines and people apart. */
  time: z.optional(IntervalTime),
})
export type WorkReportInput = z.infer<typeof WorkReportInput>

/** Start begins an operation that has not begun. Either may be repeated: work that runs already goes on. */
export const reportWorkTime = endpoint({
  method: 'POST',
  path: `${base}/report`,
  access: 'reportWork',
  summary: 'Report that work on an operation starts, goes on or pauses now',
  failed: 'Failed to report the work',
  params: ofOperation,
  body: WorkReportInput,
  response: WorkTime,
})
