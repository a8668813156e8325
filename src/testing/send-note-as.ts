import type { Notification, NotificationInput } from '#contract/notifications.ts'
import { postNotification } from '#server/services/notifications/post-notification.ts'
import type { Actor } from './builders/build-user.ts'
import type { TestServer } from './server-harness.ts'

/** Sends a note from `actor` to everyone else in their organization. */
export const sendNoteAs = async (
  server: TestServer,
  actor: Actor,
  note: Partial<NotificationInput> & { title: string },
): Promise<Notification> => {
  const defaults = { message: '', type: 'info', category: 'User', priority: 'medium' } as const
  return postNotification(await server.contextOf(actor), { ...defaults, actions: [], ...note })
}
