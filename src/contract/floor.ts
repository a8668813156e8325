import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, LongText, preprocess, RequiredLine } from './fields.ts'
import { FloorWorkCenterIds } from './floor-devices.ts'
import { withUsual } from './lenient-fields.ts'
import { OperationState } from './operation-outlook.ts'
import { limits, OperationStatus } from './vocabulary.ts'

/** Limits of the shop floor. */
export const floorLimits = {
  /** A report that waited longer than this for the network is refused. */
  oldestReportHours: 48,
  /** How many operations a work center lists for today, for the days after, and on hold. */
  today: 60,
  next: 10,
  onHold: 20,
  noteCharacters: 500,
} as const

/** What stands on a card of the shop floor. */
export const FloorOperation = z.object({
  operationId: z.string(),
  projectNumber: z.string(),
  projectName: z.string(),
  name: z.string(),
  description: z.string(),
  /** `today`: under way, or to be started before the day ends; `next`: the first of what comes after; `onHold`: listed so that it can be resumed. */
  section: z.enum(['today', 'next', 'onHold']),
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
  /** The people or tools that it needs besides the work center; null = none. */
  poolName: z.nullable(z.string()),
  /** null = its material is there, or it waits for none. */
  materialReadyDate: z.nullable(Instant),
  materialNote: z.string(),
  /** The operations that must be done first and are not. */
  waitsFor: z.array(z.string()),
})
export type FloorOperation = z.infer<typeof FloorOperation>

const FloorWorkCenter = z.object({
  categoryId: z.string(),
  name: z.string(),
  /** In the order of the plan as the forecast follows it: also that of the printed dispatch list. Being late changes no place. */
  operations: z.array(FloorOperation),
  /** Open operations that are not listed. */
  moreCount: z.int(),
})
export type FloorWorkCenter = z.infer<typeof FloorWorkCenter>

const FloorWork = z.object({
  organizationName: z.string(),
  timeZone: z.string(),
  /** The time of the server, by which the browser corrects its own clock. */
  now: Instant,
  workCenters: z.array(FloorWorkCenter),
})
/** The work of some work centers, for a device or a member. */
export type FloorWork = z.infer<typeof FloorWork>

export const FloorQueue = z.extend(FloorWork, { device: z.object({ deviceId: z.string(), name: z.string() }) })
export type FloorQueue = z.infer<typeof FloorQueue>

export const MyFloorQueue = z.extend(FloorWork, { person: z.object({ userId: z.string(), name: z.string() }) })
export type MyFloorQueue = z.infer<typeof MyFloorQueue>

/** The work centers that a member has chosen to see on the shop floor. */
export const FloorChoice = z.object({ workCenterIds: FloorWorkCenterIds })

/** `workCenterIds=a&workCenterIds=b`, and `workCenterIds=a`. Those that the caller may not report at, and unknown ones, are left out. */
const FloorChoiceQuery = z.object({
  workCenterIds: preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    FloorWorkCenterIds,
  ),
})

/**
 * The one call without a credential. A wrong, a used and an expired code get the same answer (401); attempts are limited per
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
  response: FloorQueue,
})

export const getMyFloorQueue = endpoint({
  method: 'GET',
  path: '/my-floor/queue',
  access: 'reportWork',
  summary: 'The open work of the named work centers, in the order in which they are to run it',
  failed: 'Failed to fetch the work',
  query: FloorChoiceQuery,
  response: MyFloorQueue,
})

export const floorReportKinds = ['start', 'progress', 'hoursLeft', 'done', 'hold', 'resume', 'note'] as const
export const FloorReportKind = z.enum(floorReportKinds)
export type FloorReportKind = z.infer<typeof FloorReportKind>

/** The field that a kind of report needs. */
const neededBy = { progress: 'progressPercentage', hoursLeft: 'hoursLeft', hold: 'reason', note: 'note' } as const

export const FloorNote = LongText.check(
  z.maxLength(floorLimits.noteCharacters, `At most ${floorLimits.noteCharacters} characters`),
  z.refine((text) => text.trim() !== '', 'The note is empty'),
)

export const FloorReport = z
  .object({
    operationId: Id,
    kind: FloorReportKind,
    /** Of `progress`. What is done is reported with `done`. */
    progressPercentage: z.optional(Decimal(1, 99)),
    /** Of `hoursLeft`: the working hours that are left, also more than estimated. What is done is reported with `done`. */
    hoursLeft: z.optional(Decimal(0.01, limits.maxDurationHours)),
    /** Of `hold`. */
    reason: z.optional(RequiredLine('Reason')),
    /** Of `note`; added as a line of its own to the notes of the operation. */
    note: z.optional(FloorNote),
    /**
     * When the button was pressed, by the clock of the server as far as the device knows it. It becomes the actual start or end.
     * A later time than the server's counts as now. One of more than 48 hours ago, or from before the device signed in, is refused (422).
     */
    reportedAt: z.iso.datetime({ offset: true }),
  })
  .check(
    z.superRefine((report, context) => {
      const field = neededBy[report.kind as keyof typeof neededBy]
      if (field && report[field] === undefined) {
        context.addIssue({ code: 'custom', path: [field], message: `A report of the kind ${report.kind} needs it` })
      }
    }),
  )
export type FloorReport = z.infer<typeof FloorReport>

const TakenReport = z.object({
  operationId: z.string(),
  /** The time that counts. */
  at: Instant,
})

/**
 * 404 for an operation of another work center, as for an unknown one. 422 with the reason when the report does not fit any more:
 * the work is done already, its project was cancelled. A person's session does not open this call.
 */
export const postFloorReport = endpoint({
  method: 'POST',
  path: '/floor/reports',
  access: 'device',
  summary: 'Report work on one operation: started, progress, hours left, done, on hold, resumed, a note',
  failed: 'Failed to send the report',
  body: FloorReport,
  response: TakenReport,
})

/** The same in the caller's own name, for work at the named work centers. */
export const postMyFloorReport = endpoint({
  method: 'POST',
  path: '/my-floor/reports',
  access: 'reportWork',
  summary: 'Report work in your own name: started, progress, hours left, done, on hold, resumed, a note',
  failed: 'Failed to send the report',
  query: FloorChoiceQuery,
  body: FloorReport,
  response: TakenReport,
})
