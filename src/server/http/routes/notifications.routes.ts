import * as contract from '#contract/notifications.ts'
import {
  deleteNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '../../services/notifications/my-notifications.ts'
import { postNotification } from '../../services/notifications/post-notification.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const notificationRoutes: readonly ServedRoute[] = [
  serve(contract.listUnreadNotifications, ({ ctx }) => listNotifications(ctx.tenant, { unreadOnly: true })),
  serve(contract.postNotification, ({ ctx, body }) => postNotification(ctx.tenant, body)),
  serve(contract.listNotifications, ({ ctx, query }) => listNotifications(ctx, query)),
  serve(contract.readNotification, ({ ctx, params }) => readNotification(ctx, params)),
  serve(contract.readAllNotifications, ({ ctx }) => readAllNotifications(ctx)),
  serve(contract.clearNotifications, async ({ ctx }) => {
    await deleteNotifications(ctx, 'all')
    return undefined
  }),
  serve(contract.deleteNotification, async ({ ctx, params }) => {
    await deleteNotifications(ctx, params)
    return undefined
  }),
]
