import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationAction, NotificationCause, NotificationSubject } from '#contract/notifications.ts'
import type { NotificationCategory, NotificationPriority, NotificationType } from '#contract/vocabulary.ts'
import { instant, tenantId } from './columns.ts'
import { projects } from './projects.table.ts'
import { tenants } from './tenants.table.ts'

/** One row per recipient, written in the transaction of its cause; the newest 100 of each recipient are kept. */
export const notifications = pgTable(
  'notifications',
  {
    tenantId: tenantId(),
    /** The recipient. No foreign key, because a person who starts a run need not be a member. Removed with the membership. */
    userId: uuid('user_id').notNull(),
    /** The same for every recipient. Ids sort by time. */
    notificationId: uuid('notification_id').notNull(),
    cause: jsonb('cause').$type<NotificationCause>().notNull(),
    subject: jsonb('subject').$type<NotificationSubject>(),
    type: text('type').$type<NotificationType>().notNull(),
    category: text('category').$type<NotificationCategory>().notNull(),
    priority: text('priority').$type<NotificationPriority>().notNull(),
    /** Text written by the author; null when the text is composed from the cause. */
    title: text('title'),
    message: text('message'),
    actions: jsonb('actions').$type<NotificationAction[]>(),
    /** Key of the subject. A newer notification with the same key replaces this one, and the key can withdraw it. */
    causeKey: text('cause_key'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.notificationId] }),
    foreignKey({
      columns: [table.tenantId],
      foreignColumns: [tenants.tenantId],
    }).onDelete('cascade'),
    index('notifications_cause').on(table.tenantId, table.causeKey),
  ],
)

/** Lateness of each project when people were last notified, so that they hear of a change once and not after every run. */
export const notifiedLateness = pgTable(
  'told_standings',
  {
    tenantId: tenantId(),
    projectId: uuid('project_id').notNull(),
    lateness: text('standing').$type<'late' | 'projectedLate'>().notNull(),
    notifiedAt: instant('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.projectId] }),
    foreignKey({
      columns: [table.tenantId, table.projectId],
      foreignColumns: [projects.tenantId, projects.projectId],
    }).onDelete('cascade'),
  ],
)
