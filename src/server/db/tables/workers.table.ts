import { boolean, foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { recordColumns, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * People on the shop floor, who have no account. Their codes say who worked and open nothing, so that an admin can read and print them;
 * no answer to a tablet contains them. Bounded by `workerLimits`.
 */
export const workers = pgTable(
  'workers',
  {
    tenantId: tenantId(),
    workerId: uuid('worker_id').notNull(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    /** null = none. */
    badge: text('badge'),
    isActive: boolean('is_active').notNull().default(true),
    ...recordColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.workerId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    uniqueIndex('workers_code').on(table.tenantId, table.code),
    uniqueIndex('workers_badge').on(table.tenantId, table.badge),
  ],
)
