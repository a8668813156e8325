import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AccessRequest } from '#contract/access-requests.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'
import { users } from './users.table.ts'

/** Requests for more access and their outcome; kept as the organization's record. */
export const accessRequests = pgTable(
  'access_requests',
  {
    tenantId: tenantId(),
    requestId: uuid('request_id').notNull(),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** The access asked for. */
    access: text('access').$type<MemberAccess>().notNull().default('admin'),
    reason: text('reason').notNull(),
    status: text('status').$type<AccessRequest['status']>().notNull().default('Open'),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.requestId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    uniqueIndex('access_requests_one_open').on(table.tenantId, table.userId).where(sql`status = 'Open'`),
    index('access_requests_asked').on(table.tenantId, table.requestedAt),
  ],
)

/** One-time links that set a password; only the SHA-256 of the link's token is stored. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    /** The organization whose admin made the link, for its history. It is not a key of tenant data. */
    issuedInTenantId: uuid('issued_in_tenant_id').references(() => tenants.tenantId, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
)
