import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Notification } from '#contract/notifications.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { NotFoundError } from '../../errors.ts'
import { announceOwn, presentNotification } from '../records/announce-notifications.ts'
import { timeZoneOf } from '../records/tenant-row.ts'

interface Which {
  readonly unreadOnly?: boolean
  readonly after?: string
}

/** Longer than the time between creating an id and its commit, and than the clock difference between servers. */
const overlapMs = 60_000

/** The smallest id of the time `overlapMs` before `id`. null if `id` does not begin with its time. */
const idBefore = (id: string): string | null => {
  if (id[14] !== '7') return null
  const atMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const time = Math.max(0, atMs - overlapMs)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/**
 * My notifications, newest first. With `after`, only those stored since, and perhaps some of the minute before it, so that
 * none is missed whose transaction was open at that time.
 */
export const listNotifications = (ctx: TenantContext, { unreadOnly, after }: Which = {}): Promise<Notification[]> =>
  readTenant(ctx, async (tx) => {
    const from = after === undefined ? null : idBefore(after)
    const [rows, zone] = await Promise.all([
      tx
        .select()
        .from(notifications)
        .where(
          and(
            eq(notifications.tenantId, ctx.tenantId),
            eq(notifications.userId, ctx.userId),
            unreadOnly ? isNull(notifications.readAt) : undefined,
            from === null ? undefined : gt(notifications.notificationId, from),
          ),
        )
        .orderBy(desc(notifications.notificationId)),
      timeZoneOf(tx, ctx.tenantId),
    ])
    return rows.map((row) => presentNotification(row, zone))
  })

const mine = (ctx: TenantContext) => and(eq(notifications.tenantId, ctx.tenantId), eq(notifications.userId, ctx.userId))

/** Marks one of my notifications as read; 404 when I have none with this id. */
export const readNotification = (ctx: TenantContext, { id }: { id: string }): Promise<Notification> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const one = and(mine(ctx), eq(notifications.notificationId, id))
    const marked = await tx
      .update(notifications)
      .set({ readAt: ctx.app.now() })
      .where(and(one, isNull(notifications.readAt)))
      .returning()
    const [row] = marked.length > 0 ? marked : await tx.select().from(notifications).where(one)
    if (!row) throw new NotFoundError()
    if (marked.length > 0) await announceOwn(tx, ctx.tenantId, [ctx.userId], 'notifications', ctx.clientId)
    return presentNotification(row, await timeZoneOf(tx, ctx.tenantId))
  })

/** Marks all my notifications as read, and returns how many were unread. */
export const readAllNotifications = (ctx: TenantContext): Promise<{ read: number }> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const marked = await tx
      .update(notifications)
      .set({ readAt: ctx.app.now() })
      .where(and(mine(ctx), isNull(notifications.readAt)))
      .returning({ id: notifications.notificationId })
    if (marked.length > 0) await announceOwn(tx, ctx.tenantId, [ctx.userId], 'notifications', ctx.clientId)
    return { read: marked.length }
  })

/** Deletes one of my notifications (404 when I have none with this id), or all of them. */
export const deleteNotifications = (ctx: TenantContext, which: { id: string } | 'all'): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const one = which === 'all' ? undefined : eq(notifications.notificationId, which.id)
    const gone = await tx
      .delete(notifications)
      .where(and(mine(ctx), one))
      .returning({ id: notifications.notificationId })
    if (one && gone.length === 0) throw new NotFoundError()
    if (gone.length > 0) await announceOwn(tx, ctx.tenantId, [ctx.userId], 'notifications', ctx.clientId)
  })
