import { and, eq, isNull } from 'drizzle-orm'
import type { Notification } from '#contract/notifications.ts'
import type { TenantContext } from '../../context.ts'
import { announceOwn } from '../../db/announce-notifications.ts'
import { presentNotification } from '../../db/present-notification.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { NotFoundError } from '../../errors.ts'
import { selectTimeZone } from '../projects/select-projects.ts'

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
    return presentNotification(row, await selectTimeZone(ctx, tx))
  })

/** Marks all my notifications as read; returns how many were not. */
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
