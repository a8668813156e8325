import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'
import { HistoryEntity, HistoryEntry } from './history.ts'
import { HistoryDoor } from './vocabulary.ts'

/** How an organisation and the installation it lives in are doing. */
export const AdminOverview = z.object({
  people: z.object({
    active: z.number().int(),
    disabled: z.number().int(),
    /** Active ones. */
    admins: z.number().int(),
  }),
  /** Open requests for admin rights. */
  openRequests: z.number().int(),
  /** Newest first, at most five. */
  lastSignIns: z.array(z.object({ userId: z.string(), name: z.string(), at: Instant })),
  /** Sessions that work in the organisation now. */
  openSessions: z.number().int(),
  sizes: z.object({
    projects: z.number().int(),
    operations: z.number().int(),
    historyEntries: z.number().int(),
    runs: z.number().int(),
  }),
  /** null = none yet, or not ours to make (see `health.engine`). */
  lastBackup: z.object({ at: Instant, bytes: z.number().int() }).nullable(),
  health: z.object({
    /** Embedded: the server backs it up. PostgreSQL: pg_dump is the operator's. */
    engine: z.enum(['embedded', 'postgres']),
    /** The newest migration this build knows. */
    schemaVersion: z.string(),
    uptimeSeconds: z.number().int(),
    ready: z.boolean(),
  }),
})
export type AdminOverview = z.infer<typeof AdminOverview>

export const getAdminOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  access: 'admin',
  summary: 'People, sessions, sizes, backup and health',
  response: AdminOverview,
})

const calendarDate = z.iso.date().optional()

/** What the audit log is narrowed to; dates are whole days in the organisation's zone. */
export const AuditFilter = z.object({
  userId: Id.optional(),
  entity: HistoryEntity.optional(),
  door: HistoryDoor.optional(),
  fromDate: calendarDate,
  toDate: calendarDate,
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const auditPageSize = 100

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/history',
  access: 'admin',
  summary: 'The history of the organisation, newest first, 100 entries at a time',
  query: AuditFilter.extend({ cursor: z.string().max(100).optional() }),
  response: z.object({
    entries: z.array(HistoryEntry),
    /** Goes into `cursor` for the entries behind these; null at the end. */
    nextCursor: z.string().nullable(),
  }),
})

/** Answers with a file, UTF-8 with BOM, RFC 4180; cells that a spreadsheet would compute are neutralised. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/admin/history/export',
  access: 'admin',
  summary: 'The same as a CSV file, all entries that match',
  query: AuditFilter,
  response: z.string(),
})
