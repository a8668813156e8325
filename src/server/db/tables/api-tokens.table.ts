import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ApiTokenScope } from '#contract/api-tokens.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Personal API tokens, each of one person in one organization. Only the SHA-256 of a token is stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    tenantId: tenantId(),
    tokenId: uuid('token_id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    scope: text('scope').$type<ApiTokenScope>().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Written at most once a minute; null = never used. */
    lastUsedAt: instant('last_used_at'),
    /** Whether an assistant may apply proposals with it, and within which limits. */
    mayApply: boolean('may_apply').notNull().default(false),
    noNewLate: boolean('no_new_late').notNull().default(true),
    noFrozen: boolean('no_frozen').notNull().default(true),
    mostMoved: integer('most_moved').notNull().default(25),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.tokenId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
    index('api_tokens_token').on(table.tokenHash),
    index('api_tokens_user').on(table.userId),
  ],
)
