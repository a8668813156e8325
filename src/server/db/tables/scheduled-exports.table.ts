import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ClockSchedule } from '#contract/exchange.ts'
import type { ExportTarget, ScheduledExport } from '#contract/scheduled-exports.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Exports of dates that repeat by themselves. */
export const scheduledExports = pgTable(
  'scheduled_exports',
  {
    tenantId: tenantId(),
    exportId: uuid('export_id').notNull(),
    name: text('name').notNull(),
    target: jsonb('target').$type<ExportTarget>().notNull(),
    /** The sealed header value or password; null = none. */
    secret: text('secret'),
    datesOf: text('dates_of').$type<ScheduledExport['datesOf']>().notNull(),
    format: text('format').$type<ScheduledExport['format']>().notNull(),
    importedOnly: boolean('imported_only').notNull(),
    schedule: jsonb('schedule').$type<ClockSchedule>().notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdByUserId: uuid('created_by_user_id').notNull(),
    /** null = it is paused. */
    nextAt: instant('next_at'),
    /** Until then, a server is sending it. */
    claimedUntil: instant('claimed_until'),
    sentAt: instant('sent_at'),
    sentRows: integer('sent_rows'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    problem: text('problem'),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.exportId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    uniqueIndex('scheduled_exports_name').on(table.tenantId, sql`lower(name)`),
    index('scheduled_exports_due').on(table.nextAt).where(isNotNull(table.nextAt)),
  ],
)
