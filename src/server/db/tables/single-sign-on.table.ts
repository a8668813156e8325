import { boolean, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.table.ts'

/** The accounts that were entered with single sign-on, each with the name that the provider never changes. */
export const singleSignOnLinks = pgTable(
  'single_sign_on_links',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    linkedAt: instant('linked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    // At one provider, an account belongs to one person.
    uniqueIndex('single_sign_on_links_user').on(table.userId, table.issuer),
  ],
)

/** Browsers that were sent to the provider (10 min, single use); only the SHA-256 of the cookie's value is stored. */
export const pendingSingleSignOns = pgTable('pending_single_sign_ons', {
  tokenHash: text('token_hash').primaryKey(),
  rememberMe: boolean('remember_me').notNull(),
  /** The page that was asked for before sign-in; null = none. */
  returnPath: text('return_path'),
  expiresAt: instant('expires_at').notNull(),
})
