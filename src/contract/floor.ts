import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, LongText, preprocess, RequiredLine } from './fields.ts'
import { FloorWorkCenterIds } from './floor-devices.ts'
import { withUsual } from './lenient-fields.ts'
import { OperationState } from './operation-outlook.ts'
import { FloorIdentification } from './tenant-settings.ts'
import { IntervalTime, limits, OperationStatus } from './vocabulary.ts'
import { WorkerCode } from './workers.ts'

export const floorLimits = {
  /** A report that was delayed longer than this is refused. */
  oldestReportHours: 48,
  /** How many operations a work center lists for today, for the days after, and on hold. */
  today: 60,
  next: 10,
  onHold: 20,
  noteCharacters: 500,
  /** Pieces in one report. */
  pieces: 100_000,
} as const

/** A card on the shop floor. */
export const FloorOperation = z.object({
  operationId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  name: z.string(),
  description: z.string(),
  /**
   * `today`: under way, or starting before the day ends; `next`: the first of the following ones; `onHold`: listed so
   * that they can be resumed; `scanned`: asked for by its code, although the list does not contain it.
   */
  section: z.enum(['today', 'next', 'onHold', 'scanned']),
  /** Why it takes notes only: it is done, or its project is not worked on any more. Empty = it takes every report. */
  closedReason: withUsual(z.string(), ''),
  state: OperationState,
  status: OperationStatus,
  holdReason: z.string(),
  progressPercentage: z.number(),
  hoursLeft: z.number(),
  quantity: z.nullable(z.number()),
  /** Pieces that go on together; null = all. */
  transferBatch: withUsual(z.nullable(z.number()), null),
  scheduledStartDate: z.nullable(Instant),
  scheduledEndDate: z.nullable(Instant),
  forecastStartDate: z.nullable(Instant),
  forecastEndDate: z.nullable(Instant),
  actualStartDate: z.nullable(Instant),
  notes: z.string(),
  /** The pool that it needs; null = none. */
  poolName: z.nullable(z.string()),
  /** null = its material is ready, or it needs none. */
  materialReadyDate: z.nullable(Instant),
  materialNote: z.string(),
  /** Open predecessors. */
  waitsFor: z.array(z.string()),
  /** Pieces that were reported. */
  goodPieces: withUsual(z.int(), 0),
  scrapPieces: withUsual(z.int(), 0),
  /** People who work on it now; an unnamed one counts. */
  workingCount: withUsual(z.int(), 0),
  /** Why work paused last; empty = it goes on, or no reason was given. */
  pauseReason: withUsual(z.string(), ''),
})
export type FloorOperation = z.infer<typeof FloorOperation>

const FloorWorkCenter = z.object({
  categoryId: z.string(),
  name: z.string(),
  /** In the order of the plan as the forecast follows it, like the printed dispatch list. Lateness does not change the order. */
  operations: z.array(FloorOperation),
  /** Number of open operations that are not listed. */
  moreCount: z.int(),
})
export type FloorWorkCenter = z.infer<typeof FloorWorkCenter>

const FloorWork = z.object({
  organizationName: z.string(),
  timeZone: z.string(),
  /** Server time, with which the browser corrects its own clock. */
  now: Instant,
  workCenters: z.array(FloorWorkCenter),
  /** Whether reports from a tablet say who worked. Members report in their own name: off. */
  identification: withUsual(FloorIdentification, 'off'),
  scrapReasons: withUsual(z.array(z.string()), []),
  /** Whether a start says if a person works, a machine by itself, or both. */
  separatesMachineTime: withUsual(z.boolean(), false),
})
/** The work of some work centers, for a device or a member. */
export type FloorWork = z.infer<typeof FloorWork>

export const FloorQueue = z.extend(FloorWork, { device: z.object({ deviceId: z.string(), name: z.string() }) })
export type FloorQueue = z.infer<typeof FloorQueue>

export const MyFloorQueue = z.extend(FloorWork, { person: z.object({ userId: z.string(), name: z.string() }) })
export type MyFloorQueue = z.infer<typeof MyFloorQueue>

/** The work centers that a member chose for the shop floor. */
export const FloorChoice = z.object({ workCenterIds: FloorWorkCenterIds })

/** The operation of a scanned code. It is listed, whatever its state, if it is at one of the caller's work centers. */
const ScannedQuery = z.object({ scannedId: z.optional(Id) })

/**
 * Accepts `workCenterIds=a&workCenterIds=b` and `workCenterIds=a`. Unknown work centers and those that the caller may
 * not report for are left out.
 */
const FloorChoiceQuery = z.object({
  workCenterIds: preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    FloorWorkCenterIds,
  ),
})

/**
 * The only call without credentials. Wrong, used and expired codes get the same answer (401); attempts are limited per
 * address and per code (429). Sets the cookie that signs the device in.
 */
export const postFloorSignIn = endpoint({
  method: 'POST',
  path: '/floor/sign-in',
  access: 'public',
  summary: 'Sign a device in with the code that an admin was shown',
  failed: 'Failed to sign the device in',
  body: z.object({ code: z.string().check(z.maxLength(40)) }),
  response: z.object({ deviceId: z.string(), name: z.string() }),
})

export const postFloorSignOut = endpoint({
  method: 'POST',
  path: '/floor/sign-out',
  access: 'device',
  summary: 'Sign this device out; it needs a new code afterwards',
  failed: 'Failed to sign the device out',
  response: z.object({ message: z.string() }),
})

export const getFloorQueue = endpoint({
  method: 'GET',
  path: '/floor/queue',
  access: 'device',
  summary: 'The open work of the device’s work centers, in the order in which they are to run it',
  failed: 'Failed to fetch the work',
  query: ScannedQuery,
  response: FloorQueue,
})

export const getMyFloorQueue = endpoint({
  method: 'GET',
  path: '/my-floor/queue',
  access: 'reportWork',
  summary: 'The open work of the named work centers, in the order in which they are to run it',
  failed: 'Failed to fetch the work',
  query: z.extend(FloorChoiceQuery, ScannedQuery.shape),
  response: MyFloorQueue,
})

export const floorReportKinds = [
  'start',
  'pause',
  'pieces',
  'progress',
  'hoursLeft',
  'done',
  'hold',
  'resume',
  'note',
] as const
export const FloorReportKind = z.enum(floorReportKinds)
export type FloorReportKind = z.infer<typeof FloorReportKind>

/** The field that each kind of report needs. */
const neededBy = {
  pause: 'reason',
  pieces: 'good',
  progress: 'progressPercentage',
  hoursLeft: 'hoursLeft',
  hold: 'reason',
  note: 'note',
} as const

const Pieces = z.int().check(z.minimum(0), z.maximum(floorLimits.pieces))

export const FloorNote = LongText.check(
  z.maxLength(floorLimits.noteCharacters, `At most ${floorLimits.noteCharacters} characters`),
  z.refine((text) => text.trim() !== '', 'The note is empty'),
)

export const FloorReport = z
  .object({
    operationId: Id,
    kind: FloorReportKind,
    /** For `progress`. Finished work is reported with `done`. */
    progressPercentage: z.optional(Decimal(1, 99)),
    /** For `hoursLeft`: the remaining working hours, which may exceed the estimate. Finished work is reported with `done`. */
    hoursLeft: z.optional(Decimal(0.01, limits.maxDurationHours)),
    /** For `pieces`: good ones and scrap since the last report, not in all. Scrap needs a reason. */
    good: z.optional(Pieces),
    scrap: z.optional(Pieces),
    scrapReason: z.optional(RequiredLine('Reason', 60)),
    /** For `hold` and `pause`. */
    reason: z.optional(RequiredLine('Reason')),
    /** For `note`; appended as a separate line to the notes of the operation. */
    note: z.optional(FloorNote),
    /** For a report with which work starts or goes on. Ignored where the organization does not tell machine time apart. */
    time: z.optional(IntervalTime),
    /** On a tablet: the four digits or the badge of the person who worked. Unknown ones are refused (422). */
    workerCode: z.optional(WorkerCode),
    /**
     * When the button was pressed, in server time as far as the device knows it. It becomes the actual start or end. A time in the future
     * counts as now. A time more than 48 hours ago, or before the device signed in, is refused (422).
     */
    reportedAt: z.iso.datetime({ offset: true }),
  })
  .check(
    z.superRefine((report, context) => {
      const field = neededBy[report.kind as keyof typeof neededBy]
      if (field && report[field] === undefined) {
        context.addIssue({ code: 'custom', path: [field], message: `A report of the kind ${report.kind} needs it` })
      }
      if (report.kind !== 'pieces') return
      const { good = 0, scrap = 0, scrapReason } = report
      if (good + scrap === 0) context.addIssue({ code: 'custom', path: ['good'], message: 'Enter at least one piece' })
      if (scrap > 0 && scrapReason === undefined) {
        context.addIssue({ code: 'custom', path: ['scrapReason'], message: 'Choose why the pieces are scrap' })
      }
    }),
  )
export type FloorReport = z.infer<typeof FloorReport>

const TakenReport = z.object({
  operationId: z.string(),
  /** The effective time. */
  at: Instant,
})

/**
 * Where an operation is reported: for the code on a traveler. 404 for an operation of a work center at which the caller reports nothing,
 * as for an unknown one.
 */
export const getFloorPlaceOf = endpoint({
  method: 'GET',
  path: '/my-floor/operations/:operationId',
  access: 'reportWork',
  summary: 'The work center at which an operation is reported',
  failed: 'Failed to find the operation',
  params: z.object({ operationId: Id }),
  response: z.object({ operationId: z.string(), name: z.string(), categoryId: z.string() }),
})

/**
 * 404 for an operation of another work center, as for an unknown one. 422 with the reason if the report no longer
 * applies: the work is already done, or its project was cancelled. Sessions of people cannot use this call.
 */
export const postFloorReport = endpoint({
  method: 'POST',
  path: '/floor/reports',
  access: 'device',
  summary:
    'Report work on one operation: started, paused, pieces, progress, hours left, done, on hold, resumed, a note',
  failed: 'Failed to send the report',
  body: FloorReport,
  response: TakenReport,
})

/** The same in the caller's own name, for work at the named work centers. */
export const postMyFloorReport = endpoint({
  method: 'POST',
  path: '/my-floor/reports',
  access: 'reportWork',
  summary:
    'Report work in your own name: started, paused, pieces, progress, hours left, done, on hold, resumed, a note',
  failed: 'Failed to send the report',
  query: FloorChoiceQuery,
  body: FloorReport,
  response: TakenReport,
})
