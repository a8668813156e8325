import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AddressSignIn, ClockSchedule, ExchangePlaces, ExchangeUrl, FilePattern, SignInSecret } from './exchange.ts'
import { Id, Instant, RequiredLine } from './fields.ts'

export const mostScheduledExports = 20

/** Where the file goes: the organization's folder on the server, where it replaces the one before, or an address. */
export const ExportTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    fileName: FilePattern.check(z.refine((name) => !name.includes('*'), 'A file name without *')),
  }),
  z.object({ kind: z.literal('address'), method: z.enum(['POST', 'PUT']), url: ExchangeUrl, signIn: AddressSignIn }),
])
export type ExportTarget = z.infer<typeof ExportTarget>

/** Dates of open projects, or of their operations. */
const DatesOf = z.enum(['projects', 'operations'])
export const DateFileFormat = z.enum(['csv', 'xlsx', 'json'])
export type DateFileFormat = z.infer<typeof DateFileFormat>

/** The dates of the plan, sent at clock times: with external ids, so that another system can show them. */
export const ScheduledExport = z.object({
  exportId: z.string(),
  version: z.int(),
  name: z.string(),
  target: ExportTarget,
  hasSecret: z.boolean(),
  datesOf: DatesOf,
  format: DateFileFormat,
  /** Whether records without an external id are left out. */
  importedOnly: z.boolean(),
  schedule: ClockSchedule,
  isPaused: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  /** Whether the reader may change it: its author and admins may. */
  isMine: z.boolean(),
  /** null = it is paused. */
  nextAt: z.nullable(Instant),
  /** The last one that arrived; null = none yet. */
  sentAt: z.nullable(Instant),
  sentRows: z.nullable(z.int()),
  /** Failures in a row. */
  failures: z.int(),
  isBroken: z.boolean(),
  /** Why the last one failed; null = it arrived. */
  problem: z.nullable(z.string()),
})
export type ScheduledExport = z.infer<typeof ScheduledExport>

const params = z.object({ id: Id })

export const listScheduledExports = endpoint({
  method: 'GET',
  path: '/scheduled-exports',
  access: 'importWork',
  summary: 'Exports of dates that repeat by themselves, and where this server may send them',
  failed: 'Failed to fetch scheduled exports',
  response: z.object({ places: ExchangePlaces, exports: z.array(ScheduledExport) }),
})

export const ScheduledExportInput = z.object({
  name: RequiredLine('Name', 80),
  target: ExportTarget,
  secret: z.optional(SignInSecret),
  datesOf: DatesOf,
  format: DateFileFormat,
  importedOnly: z.boolean(),
  schedule: ClockSchedule,
})
export type ScheduledExportInput = z.infer<typeof ScheduledExportInput>

export const postScheduledExport = endpoint({
  method: 'POST',
  path: '/scheduled-exports',
  access: 'importWork',
  summary: 'Set up an export of dates that repeats by itself',
  failed: 'Failed to set up the export',
  body: ScheduledExportInput,
  response: ScheduledExport,
  status: 201,
})

/** 403 for those who are neither its author nor an admin. */
export const patchScheduledExport = endpoint({
  method: 'PATCH',
  path: '/scheduled-exports/:id',
  access: 'importWork',
  summary: 'Change, pause or resume a scheduled export',
  failed: 'Failed to change the export',
  params,
  body: z.extend(z.partial(ScheduledExportInput), { isPaused: z.optional(z.boolean()) }),
  response: ScheduledExport,
  versioned: true,
})

/** 403 for those who are neither its author nor an admin. */
export const deleteScheduledExport = endpoint({
  method: 'DELETE',
  path: '/scheduled-exports/:id',
  access: 'importWork',
  summary: 'Delete a scheduled export',
  failed: 'Failed to delete the export',
  params,
  response: z.undefined(),
  status: 204,
})

/** Starts soon. 409 if it is being sent. */
export const sendScheduledExport = endpoint({
  method: 'POST',
  path: '/scheduled-exports/:id/send',
  access: 'importWork',
  summary: 'Send a scheduled export now',
  failed: 'Failed to send the export',
  params,
  response: ScheduledExport,
  status: 202,
})

/** The file as it would be sent now. Programs that fetch dates themselves call this. */
export const readScheduledExport = endpoint({
  method: 'GET',
  path: '/scheduled-exports/:id/file',
  access: 'importWork',
  summary: 'The file of a scheduled export as it would be sent now',
  failed: 'Failed to make the file',
  params,
  response: z.string(),
  mediaType: 'application/octet-stream',
})
