import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, QueryFlag } from './fields.ts'
import { HistorySource } from './vocabulary.ts'

export const historyEntities = [
  'project',
  'operation',
  'category',
  'shift',
  'holiday',
  'holidayTemplate',
  'calendarException',
  'organisation',
  'user',
  'schedulingRun',
  'operationSnooze',
  'workInterval',
  'floorReport',
  'savedView',
  'routingTemplate',
  'statusLink',
] as const
export const HistoryEntity = z.enum(historyEntities)
export type HistoryEntity = z.infer<typeof HistoryEntity>

export const HistoryAction = z.enum(['create', 'update', 'delete'])
export type HistoryAction = z.infer<typeof HistoryAction>

/** An entry in history: who changed which values, and from which source. */
export const HistoryEntry = z.object({
  historyId: z.string(),
  at: Instant,
  userId: z.nullable(z.string()),
  userName: z.string(),
  source: HistorySource,
  entity: HistoryEntity,
  entityId: z.string(),
  projectId: z.nullable(z.string()),
  action: HistoryAction,
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  /** Current name of the record, or its name when it was deleted; null = unknown. */
  name: z.optional(z.nullable(z.string())),
  /** Current number of its project; absent if it has none, or was deleted. */
  projectNumber: z.optional(z.string()),
  /** The change set of the entry, and what the reader may do with it. */
  changeId: z.optional(z.string()),
  reversal: z.optional(z.nullable(z.enum(['undo', 'redo']))),
  /** What the reader may not do with it, and why. */
  refusedReversal: z.optional(z.nullable(z.object({ verb: z.enum(['undo', 'redo']), reason: z.string() }))),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const calendarDate = z.optional(z.iso.date())

/** A filter for history; dates are whole days in the organization's time zone. */
export const HistoryFilter = z.object({
  userId: z.optional(Id),
  entity: z.optional(HistoryEntity),
  action: z.optional(HistoryAction),
  source: z.optional(HistorySource),
  projectId: z.optional(Id),
  entityId: z.optional(Id),
  /** Name of a changed field, as in `changes`. */
  field: z.optional(z.string().check(z.maxLength(64))),
  /** Part of an old or new value, or of a person's name. */
  text: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  fromDate: calendarDate,
  toDate: calendarDate,
})
export type HistoryFilter = z.infer<typeof HistoryFilter>

export const historyPageSize = 100

export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  /** The `cursor` for the next page; null at the end. */
  nextCursor: z.nullable(z.string()),
})
export const HistoryQuery = z.extend(HistoryFilter, { cursor: z.optional(z.string().check(z.maxLength(100))) })

/** `names`: with the names of people who reported work, for readers who may see them (403 for others). They are left out by default. */
export const HistoryFileQuery = z.extend(HistoryFilter, { names: QueryFlag })

/** Entries about users and their rights are left out; admins find them in the audit log. */
export const listHistory = endpoint({
  method: 'GET',
  path: '/history',
  access: 'tenant',
  summary: 'The history of the organization, a project or an operation, newest first, 100 entries at a time',
  failed: 'Failed to fetch history',
  query: HistoryQuery,
  response: HistoryPage,
})
/** Responds with a file (UTF-8 with BOM, RFC 4180). Cells that a spreadsheet would evaluate are neutralized. */
export const exportHistory = endpoint({
  method: 'GET',
  path: '/history/export',
  access: 'tenant',
  summary: 'The same as a CSV file, all entries that match',
  failed: 'Failed to export history',
  query: HistoryFileQuery,
  response: z.string(),
  mediaType: 'text/csv',
})

export const listProjectHistory = endpoint({
  method: 'GET',
  path: '/projects/:id/history',
  access: 'tenant',
  summary: 'The newest 200 changes of a project and its operations',
  failed: 'Failed to fetch history',
  params: z.object({ id: Id }),
  response: z.array(HistoryEntry),
})
