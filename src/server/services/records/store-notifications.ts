import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { NotificationAction, NotificationCause } from '#contract/notifications.ts'
import { limits } from '#contract/vocabulary.ts'
import { may, withRole } from '#domain/access/rights.ts'
import { type NotificationNature, notificationNature } from '#domain/notifications/notification-nature.ts'
import { type Announcement, type Audience, summarize } from '#domain/notifications/summarize.ts'
import { type NotificationChoices, wantsNotification } from '#domain/notifications/wants-notification.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { announceNotification, announceOwn, type NotificationRow } from './announce-notifications.ts'
import { timeZoneOf } from './tenant-row.ts'

interface Recipient extends NotificationChoices {
  readonly userId: string
}

const workedOnMs = 90 * 86_400_000

const selectMembers = (tx: Tx, tenantId: string) =>
  tx
    .select({
      userId: users.userId,
      access: memberships.access,
      preferences: users.preferences,
      settings: users.settings,
    })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.status, 'Active'), eq(users.status, 'Active')))

/** The people who changed something in these projects in the last 90 days. Operations have no assignees, so these people are notified. */
const selectWorkers = async (tx: Tx, tenantId: string, projectIds: readonly string[], now: Date) => {
  if (projectIds.length === 0) return new Map<string, Set<string>>()
  const rows = await tx
    .selectDistinct({ userId: historyEntries.userId, projectId: historyEntries.projectId })
    .from(historyEntries)
    .where(
      and(
        eq(historyEntries.tenantId, tenantId),
        inArray(historyEntries.projectId, [...projectIds]),
        isNotNull(historyEntries.userId),
        gt(historyEntries.at, new Date(now.getTime() - workedOnMs)),
      ),
    )
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId ?? '')
  return new Map([...byProject].map(([id, found]) => [id, new Set(found.map(({ userId }) => userId ?? ''))]))
}

/**
 * Resolves all audiences in two statements. Groups leave out the actor, who knows already. Users named by id are always
 * included, even if they are no members (the run of a super admin).
 */
const selectRecipients = async (
  tx: Tx,
  { tenantId, userId: actorId, now }: { readonly tenantId: string; readonly userId: string; readonly now: Date },
  audiences: readonly Audience[],
): Promise<(audience: Audience) => Recipient[]> => {
  const members = await selectMembers(tx, tenantId)
  const projectIds = audiences.flatMap((to) => {
    if (typeof to !== 'object' || 'users' in to) return []
    return 'workedOn' in to ? to.workedOn : [to.plannersOf]
  })
  const workers = await selectWorkers(tx, tenantId, [...new Set(projectIds)], now)
  const others = members.filter(({ userId }) => userId !== actorId)
  return (audience) => {
    if (audience === 'members') return others
    if (audience === 'admins') return others.filter(({ access }) => access === 'admin')
    if ('workedOn' in audience) {
      return others.filter(({ userId }) => audience.workedOn.some((id) => workers.get(id)?.has(userId)))
    }
    if ('plannersOf' in audience) {
      const planners = others.filter(({ access }) => may(withRole(access), 'tryPlans').ok)
      const own = planners.filter(({ userId }) => workers.get(audience.plannersOf)?.has(userId))
      return own.length > 0 ? own : planners
    }
    return audience.users.map(
      (id) => members.find(({ userId }) => userId === id) ?? { userId: id, preferences: {}, settings: {} },
    )
  }
}

/** A note from a colleague, under an id created beforehand. */
export interface Note extends NotificationNature {
  readonly to: Audience
  readonly id: string
  readonly cause: Extract<NotificationCause, { code: 'note' }>
  readonly title: string
  readonly message: string
  readonly actions: NotificationAction[]
}

/** Which notifications to remove: those under a key, or all about a project. */
export type Withdrawal = { readonly key: string } | { readonly projectId: string }

/** The author, the organization and the time of notifications. */
interface Sender {
  readonly tenantId: string
  readonly userId: string
  readonly now: Date
}

interface News {
  readonly announcements: readonly Announcement[]
  readonly notes?: readonly Note[]
  readonly withdrawals?: readonly Withdrawal[]
}

const rowsPerStatement = 1_000

type NewRow = Omit<NotificationRow, 'userId'>

const rowOfAnnouncement = ({ cause, subject, key }: Announcement, { tenantId, now }: Sender): NewRow => ({
  tenantId,
  notificationId: orderedId(),
  cause,
  subject,
  ...notificationNature(cause),
  title: null,
  message: null,
  actions: null,
  causeKey: key ?? null,
  createdAt: now,
  readAt: null,
})

const rowOfNote = ({ to: _, id, ...note }: Note, { tenantId, now }: Sender): NewRow => ({
  tenantId,
  notificationId: id,
  ...note,
  subject: null,
  causeKey: null,
  createdAt: now,
  readAt: null,
})

/** Deletes notifications that are no longer true, and returns their recipients. */
const deleteOutdated = async (tx: Tx, tenantId: string, news: News): Promise<string[]> => {
  const announcedKeys = news.announcements.flatMap(({ key }) => key ?? [])
  const withdrawals = news.withdrawals ?? []
  const keys = [...announcedKeys, ...withdrawals.flatMap((what) => ('key' in what ? what.key : []))]
  const projectIds = withdrawals.flatMap((what) => ('projectId' in what ? what.projectId : []))
  if (keys.length + projectIds.length === 0) return []
  const rows = await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.tenantId, tenantId),
        or(
          keys.length > 0
            ? sql`${notifications.causeKey} in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
            : undefined,
          projectIds.length > 0 ? inArray(sql`${notifications.subject} ->> 'projectId'`, projectIds) : undefined,
        ),
      ),
    )
    .returning({ userId: notifications.userId })
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Deletes old notifications with one index scan per recipient. */
const trim = async (tx: Tx, tenantId: string, userIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    delete from notifications n using unnest(${`{${userIds.join(',')}}`}::uuid[]) u (user_id) cross join lateral (
      select notification_id from notifications where tenant_id = ${tenantId} and user_id = u.user_id
      order by notification_id desc offset ${limits.keptNotifications} limit 1) beyond
    where n.tenant_id = ${tenantId} and n.user_id = u.user_id and n.notification_id <= beyond.notification_id`)
}

/**
 * Writes notifications for all recipients who want them, removes those that they replace, keeps the newest 100 of each
 * recipient, and announces all this at the commit, only to the browsers of the recipients.
 */
export const storeNotifications = async (tx: Tx, sender: Sender, news: News): Promise<void> => {
  const { tenantId } = sender
  const formerRecipients = await deleteOutdated(tx, tenantId, news)
  if (formerRecipients.length > 0) await announceOwn(tx, tenantId, formerRecipients, 'notifications', null)
  const messages = [
    ...summarize(news.announcements).map((announcement) => ({
      to: announcement.to,
      row: rowOfAnnouncement(announcement, sender),
    })),
    ...(news.notes ?? []).map((note) => ({ to: note.to, row: rowOfNote(note, sender) })),
  ]
  if (messages.length === 0) return
  const recipientsOf = await selectRecipients(
    tx,
    sender,
    messages.map(({ to }) => to),
  )
  const addressed = messages.map(({ to, row }) => ({
    row,
    userIds: recipientsOf(to)
      .filter((one) => wantsNotification(one, { code: row.cause.code, category: row.category }))
      .map(({ userId }) => userId),
  }))
  const rows = addressed.flatMap(({ row, userIds }) => userIds.map((userId) => ({ ...row, userId })))
  if (rows.length === 0) return
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await tx.insert(notifications).values(rows.slice(from, from + rowsPerStatement))
  }
  await trim(tx, tenantId, [...new Set(rows.map(({ userId }) => userId))])
  const zone = await timeZoneOf(tx, tenantId)
  for (const { row, userIds } of addressed) {
    if (userIds.length > 0) await announceNotification(tx, { ...row, userId: userIds[0] ?? '' }, userIds, zone)
  }
}
