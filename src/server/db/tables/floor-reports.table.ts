import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { FloorEntry } from '#contract/workers.ts'
import { instant, recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * Reports of the shop floor whose facts no operation has: pieces, and why work paused; and scrap whose rework was planned. They outlive their operation, whose deletion can be
 * undone; `prune-names.ts` deletes those without one after a year.
 */
export const floorReports = pgTable(
  'floor_reports',
  {
    tenantId: tenantId(),
    reportId: uuid('report_id').notNull(),
    operationId: uuid('operation_id').notNull(),
    projectId: uuid('project_id').notNull(),
    at: instant('at').notNull(),
    kind: text('kind').$type<FloorEntry['kind']>().notNull(),
    good: integer('good').notNull().default(0),
    scrap: integer('scrap').notNull().default(0),
    /** Scrapped pieces whose rework an applied proposal has put into the plan. */
    reworked: integer('reworked').notNull().default(0),
    reason: text('reason').notNull().default(''),
    /** Who worked: a worker, or a member of the organization; both null = not known. */
    workerId: uuid('worker_id'),
    userId: uuid('user_id'),
    workerName: text('worker_name').notNull().default(''),
    /** The person or the tablet that reported it. */
    reportedBy: text('reported_by').notNull().default(''),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.reportId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('floor_reports_operation').on(table.tenantId, table.operationId, table.at),
    index('floor_reports_at').on(table.tenantId, table.at),
  ],
)
