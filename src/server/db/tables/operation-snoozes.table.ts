import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { operations } from './operations.table.ts'

/** Operations hidden from the overdue tabs for a while: for whom, by whom and why. An expired row has no effect. */
export const operationSnoozes = pgTable(
  'operation_snoozes',
  {
    tenantId: tenantId(),
    operationId: uuid('operation_id').notNull(),
    until: instant('until').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.operationId] }),
    foreignKey({
      columns: [table.tenantId, table.operationId],
      foreignColumns: [operations.tenantId, operations.operationId],
    }).onDelete('cascade'),
  ],
)
