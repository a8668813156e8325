import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { SignInOutcome } from '#contract/sign-ins.ts'
import { instant } from './columns.ts'
import { tenants } from './tenants.table.ts'
import { users } from './users.table.ts'

/** The secret that an account shares with its authenticator app. In use from `users.second_factor_at` on; before that, being set up. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.userId, { onDelete: 'cascade' }),
  /** Encrypted where the installation has a key (`credentials/sealed-text.ts`). */
  secret: text('secret').notNull(),
  /** The 30 seconds whose code was accepted last. Only later codes are accepted. */
  lastStep: integer('last_step').notNull().default(0),
})

/** Unused recovery codes, hashed. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Sign-ins whose password was right and whose code is still to come (5 min, single use); only the SHA-256 of the cookie's value is stored. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    rememberMe: boolean('remember_me').notNull(),
    /** Its row in `sign_ins`, which the sign-in with the code replaces. */
    signInId: uuid('sign_in_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('pending_sign_ins_user').on(table.userId)],
)

/** The attempts to sign in to an account, and the organizations entered. Kept for 90 days. */
export const signIns = pgTable(
  'sign_ins',
  {
    signInId: uuid('sign_in_id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    outcome: text('outcome').$type<SignInOutcome>().notNull(),
    /** The organization that was entered; null = none. It is not a key of tenant data. */
    enteredTenantId: uuid('entered_tenant_id').references(() => tenants.tenantId, { onDelete: 'cascade' }),
  },
  (table) => [index('sign_ins_user').on(table.userId, table.at), index('sign_ins_at').on(table.at)],
)
