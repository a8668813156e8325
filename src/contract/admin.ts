import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { HistoryFileQuery, HistoryFilter, HistoryPage, HistoryQuery } from './history.ts'

/** Status of an organization and of its installation. */
export const AdminOverview = z.object({
  people: z.object({
    active: z.int(),
    disabled: z.int(),
    /** Number of active admins. */
    admins: z.int(),
  }),
  /** Number of open requests for a right. */
  openRequests: z.int(),
  /** Newest first, at most five. */
  lastSignIns: z.array(z.object({ userId: z.string(), name: z.string(), at: Instant })),
  openSessions: z.int(),
  sizes: z.object({
    projects: z.int(),
    operations: z.int(),
    historyEntries: z.int(),
    runs: z.int(),
  }),
  /** null = no backup yet, or the server makes none (see `health.engine`). */
  lastBackup: z.nullable(z.object({ at: Instant, bytes: z.int() })),
  health: z.object({
    /** The server backs up the embedded database. For PostgreSQL, the operator runs pg_dump. */
    engine: z.enum(['embedded', 'postgres']),
    /** The newest migration in this build. */
    schemaVersion: z.string(),
    uptimeSeconds: z.int(),
    ready: z.boolean(),
  }),
})
export type AdminOverview = z.infer<typeof AdminOverview>

export const getAdminOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  access: 'seeAudit',
  summary: 'People, sessions, sizes, backup and health',
  failed: 'Failed to fetch the overview',
  response: AdminOverview,
})

export const AuditFilter = HistoryFilter
export type AuditFilter = HistoryFilter

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/history',
  access: 'seeAudit',
  summary: 'The history of the organization, newest first, 100 entries at a time',
  failed: 'Failed to fetch the audit log',
  query: HistoryQuery,
  response: HistoryPage,
})

/** Responds with a file (UTF-8 with BOM, RFC 4180). Cells that a spreadsheet would evaluate are neutralized. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/admin/history/export',
  access: 'seeAudit',
  summary: 'The same as a CSV file, all entries that match',
  failed: 'Failed to export the audit log',
  query: HistoryFileQuery,
  response: z.string(),
  mediaType: 'text/csv',
})

export const getHistoryLoss = endpoint({
  method: 'GET',
  path: '/admin/history/loss',
  access: 'seeAudit',
  summary: 'How much history is deleted when it is kept for some years only',
  failed: 'Failed to count the history',
  query: z.object({ years: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10)) }),
  /** Entries older than `before` are deleted, except those of open projects. */
  response: z.object({ entries: z.int(), before: Instant }),
})
