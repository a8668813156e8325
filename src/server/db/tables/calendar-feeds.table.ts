import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * Addresses under which calendar programs read the plan, each of one person and for one work center or project. Only the
 * SHA-256 of the token in the address is stored. A feed outlives the deletion of what it shows, which can be undone.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    tenantId: tenantId(),
    feedId: uuid('feed_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Exactly one of the two is set. */
    categoryId: uuid('category_id'),
    projectId: uuid('project_id'),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Written at most once an hour; null = never read. */
    lastReadAt: instant('last_read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.feedId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('calendar_feeds_token').on(table.tokenHash),
    index('calendar_feeds_user').on(table.tenantId, table.userId),
  ],
)
