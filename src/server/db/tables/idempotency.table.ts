import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Answers of POSTs that came with an Idempotency-Key, kept 24 hours; `status` is null while the first one runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    response: jsonb('response'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      columns: [table.tenantId, table.userId, table.route, table.key],
    }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
  ],
)
