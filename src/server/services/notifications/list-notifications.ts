import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Notification } from '#contract/notifications.ts'
import type { TenantContext } from '../../context.ts'
import { presentNotification } from '../../db/present-notification.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { selectTimeZone } from '../projects/select-projects.ts'

interface Which {
  readonly unreadOnly?: boolean
  readonly after?: string
}

/** Longer than any transaction takes from making its ids to its commit, and than the clocks of two servers differ. */
const overlapMs = 60_000

/** The id before all that were made since `overlapMs` before `id`; null for one that does not begin with its time. */
const idBefore = (id: string): string | null => {
  if (id[14] !== '7') return null
  const atMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const time = Math.max(0, atMs - overlapMs)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/**
 * My notifications, newest first. With `after`, those stored since, and perhaps some of the minute before it, so that
 * none that was on its way at the time is missed.
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
      selectTimeZone(ctx, tx),
    ])
    return rows.map((row) => presentNotification(row, zone))
  })
