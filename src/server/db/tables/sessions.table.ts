import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.table.ts'

/** Server-side sessions; only the SHA-256 of the cookie's value is stored. */
export const sessions = pgTable(
  'sessions',
  {
    sessionHash: text('session_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    /** The chosen organization. It is not a key of tenant data, so it is not part of the isolation. */
    currentTenantId: uuid('current_tenant_id'),
    rememberMe: boolean('remember_me').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Absolute end, 7 days after sign-in. */
    expiresAt: instant('expires_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** Address of the sign-in; shown to its own user only. */
    address: text('address').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Notification tokens (15 min) and socket tickets (30 s, single use), hashed. */
export const notificationTokens = pgTable(
  'notification_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind').$type<'token' | 'ticket'>().notNull(),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => sessions.sessionHash, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    currentTenantId: uuid('current_tenant_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('notification_tokens_session').on(table.sessionHash)],
)

/** Browsers in which an account has signed in with its current password; only the SHA-256 of the cookie's value is stored. */
export const knownDevices = pgTable(
  'known_devices',
  {
    deviceHash: text('device_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.userId, { onDelete: 'cascade' }),
    /** Failed sign-ins of the browser are counted under this id, which stays the same when the cookie is renewed. */
    knownId: uuid('known_id').notNull().defaultRandom(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceHash, table.userId] }), index('known_devices_user').on(table.userId)],
)

/**
 * Failed sign-ins per account, code, address and known device, wrong codes of a second factor per account and known device, and unknown
 * tokens and unfinished single sign-ons per address. They survive a restart.
 */
export const signInThrottle = pgTable('sign_in_throttle', {
  /**
   * `account:<sha256 of e-mail>`, `address:<ip>`, `device:<known_id>`, `factor:<sha256 of user_id>`, `factor:device:<known_id>`, `tokens:<ip>`,
   * `feeds:<ip>`, `code:<sha256>`, `codes:<ip>` or `sso:<ip>`.
   */
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  windowStartedAt: instant('window_started_at').notNull(),
  blockedUntil: instant('blocked_until'),
})
