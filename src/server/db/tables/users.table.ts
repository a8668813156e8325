import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Preferences, Settings } from '#contract/users.ts'
import { instant } from './columns.ts'

/** People. `memberships` connects them with organizations. Only the system path reads and writes them. */
export const users = pgTable(
  'users',
  {
    userId: uuid('user_id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    avatarUrl: text('avatar_url'),
    passwordHash: text('password_hash'),
    /** Since when signing in also asks for a code; null = it does not. */
    secondFactorAt: instant('second_factor_at'),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    status: text('status').notNull().default('Active'),
    preferences: jsonb('preferences').$type<Partial<Preferences>>().notNull().default({}),
    settings: jsonb('settings').$type<Partial<Settings>>().notNull().default({}),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
)
