import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Placement } from './placement.ts'

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

const numbers = z.array(z.number())
const strings = z.array(z.string())

/**
 * The whole plan of an organisation as columns (performance.md: 100,000 operations in about 4 MB).
 * Times are epoch milliseconds, 0 where there is none. Operations are grouped by project, in sequence order:
 * those of project `i` are rows `projects.firstOperation[i]` up to `projects.firstOperation[i + 1]` (length = projects + 1).
 */
export const CompactSchedule = z.object({
  timeZone: z.string(),
  now: z.number(),
  projects: z.object({
    ids: strings,
    numbers: strings,
    names: strings,
    priorities: numbers,
    /** End of the planned ship date in the organisation's zone; 0 = none. */
    dueMs: numbers,
    flags: numbers,
    /** Index into `projectStates`. */
    states: numbers,
    /** Calendar days from the ship date to the forecast completion; null = no forecast or no ship date. */
    latenessDays: z.array(z.number().nullable()),
    /** Calendar days since the ship date of what has not shipped; null = it has not passed. */
    pastDueDays: z.array(z.number().nullable()),
    versions: numbers,
    firstOperation: numbers,
  }),
  operations: z.object({
    ids: strings,
    names: strings,
    /** Index into `categories`, -1 = none. */
    category: numbers,
    startMs: numbers,
    endMs: numbers,
    progressPercent: numbers,
    durationHours: numbers,
    flags: numbers,
    /** Index into `operationStandings`. */
    standings: numbers,
    versions: numbers,
    sequences: numbers,
  }),
  /** Finish-to-start links between operation rows. */
  links: z.object({ from: numbers, to: numbers, lagHours: numbers }),
  categories: z.array(
    z.object({
      categoryId: z.string(),
      name: z.string(),
      color: z.string(),
      capacity: z.number(),
      /** Index into `calendars`. */
      calendar: z.number(),
    }),
  ),
  /**
   * Open time as flat [open, close, open, close, ...] in epoch ms, sorted, merged. Index 0 is the organisation's own.
   * Covers the plan with a margin (`from` to `to`); outside it nothing is known.
   */
  calendars: z.array(z.object({ name: z.string(), open: numbers })),
  from: z.number(),
  to: z.number(),
  holidays: z.array(z.object({ name: z.string(), fromMs: z.number(), toMs: z.number() })),
})
export type CompactSchedule = z.infer<typeof CompactSchedule>

export const getSchedule = endpoint({
  method: 'GET',
  path: '/schedule',
  access: 'tenant',
  summary: 'The whole plan as columns, for the schedule screen',
  response: CompactSchedule,
})

/** Why one operation starts when it does, with the names a sentence needs. */
export const OperationPlacement = z.object({
  operationId: z.string(),
  projectId: z.string(),
  placement: Placement.nullable(),
  /** Names of operations, projects and work centres that the reasons mention, by id. */
  names: z.record(z.string(), z.string()),
})
export type OperationPlacement = z.infer<typeof OperationPlacement>

export const getPlacement = endpoint({
  method: 'GET',
  path: '/schedule/operations/:operationId/placement',
  access: 'tenant',
  summary: 'Why an operation starts when it does',
  params: z.object({ operationId: z.uuid() }),
  response: OperationPlacement,
})
