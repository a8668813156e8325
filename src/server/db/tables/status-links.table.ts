import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * Addresses that show the status of one project to a customer. Only the SHA-256 of the token in the address is stored. A link outlives
 * the deletion of its project, which can be undone. The sweep deletes it 90 days after its end.
 */
export const statusLinks = pgTable(
  'status_links',
  {
    tenantId: tenantId(),
    linkId: uuid('link_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** What the customer calls the order; empty = nothing was typed. */
    reference: text('reference').notNull(),
    showsForecast: boolean('shows_forecast').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    /** null = 14 days after the project has shipped or was cancelled. */
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    openedCount: integer('opened_count').notNull().default(0),
    /** Written at most once a minute; null = never opened. */
    lastOpenedAt: instant('last_opened_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.linkId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('status_links_token').on(table.tokenHash),
    index('status_links_project').on(table.tenantId, table.projectId),
  ],
)
