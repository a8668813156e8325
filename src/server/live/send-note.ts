import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '#contract/live-events.ts'
import type { NotificationInput } from '#contract/notifications.ts'
import { type AppServices, mintTenantContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { postNotification } from '../services/notifications/post-notification.ts'
import { type NotificationHolder, stillStands } from '../services/sessions/notification-token.ts'

type Heard = Extract<LiveEvent, { type: 'heard' }>

const unsaid = 'This could not be sent.'

/** Stores a note that came over the socket, in the name of the ticket's session as it stands now; the answer says how it went. */
export const sendNote = async (app: AppServices, from: NotificationHolder, note: NotificationInput): Promise<Heard> => {
  const heard = (error: string | null): Heard => ({ type: 'heard', id: note.id ?? null, error })
  try {
    const holder = await stillStands(app, from)
    if (!holder) return heard(unsaid)
    const { userId, userName, role, timeZone, tenantId } = holder
    const requestId = `live-${randomUUID()}`
    const facts = { app, userId, userName, role, timeZone, requestId, clientId: null, tenantId }
    await postNotification(mintTenantContext({ ...facts, source: 'screen' }), note)
    return heard(null)
  } catch (error) {
    return heard(error instanceof AppError ? error.message : unsaid)
  }
}
