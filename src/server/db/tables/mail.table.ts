import { foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/**
 * What a message is about. It names records and holds no text of an organization: the text is written when it is sent.
 * `token` opens a one-time link, so it is stored only until the message is sent or expires.
 */
export type OutboxMessage =
  | { readonly kind: 'invitation'; readonly token: string }
  /** Somebody typed this e-mail as theirs. Whether it has an account is looked up when the message is sent. */
  | { readonly kind: 'password'; readonly email: string }
  /** Wrong codes were entered for this account after its password. */
  | { readonly kind: 'wrongCodes'; readonly userId: string; readonly count: number }
  /** The plan that the server proposed on the morning of a local day, for one planner. */
  | { readonly kind: 'morningPlan'; readonly userId: string; readonly day: string }
  /** A data source or a scheduled export that has failed again and again, for its author or an admin. */
  | { readonly kind: 'brokenSource' | 'brokenExport'; readonly userId: string; readonly id: string }
  /** Projects that became late after `since` and until `until`, for one member. */
  | { readonly kind: 'digest'; readonly userId: string; readonly since: string; readonly until: string }

/**
 * E-mail to be sent, written in the transaction of its cause and deleted when it is sent. Only the system path reads and
 * writes it.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    mailId: uuid('mail_id').primaryKey(),
    /** The organization that the message is about, so that it goes with it. It is not a key of tenant data. */
    aboutTenantId: uuid('about_tenant_id').references(() => tenants.tenantId, { onDelete: 'cascade' }),
    message: jsonb('message').$type<OutboxMessage>().notNull(),
    /** Failed tries so far. */
    failures: integer('failures').notNull().default(0),
    /** When to try next. A server that takes a message moves this into the future, so that no other server takes it too. */
    dueAt: instant('due_at').notNull(),
    /** The message is dropped at this time: its link is no longer valid, or its news are old. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mail_outbox_due').on(table.dueAt)],
)

/** Up to when the members of an organization have been told by e-mail of late projects. */
export const latenessDigests = pgTable(
  'lateness_digests',
  {
    tenantId: tenantId().primaryKey(),
    /** The last local day, 'yyyy-MM-dd', whose digest was written. */
    day: text('day').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade')],
)
