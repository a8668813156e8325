import { inArray } from 'drizzle-orm'
import type { PresentPerson } from '#contract/live-events.ts'
import type { AppServices } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { users } from '../../db/tables/users.table.ts'

/** Channel on which server processes exchange which screens people look at. */
export const presenceChannel = 'live_presence'

/** The entry of one socket. null = it is closed. A payload of the channel is a list of these. */
export interface PresenceNews {
  readonly tenantId: string
  readonly socketId: string
  readonly person: PresentPerson | null
}

interface PresentSocket extends Omit<PresentPerson, 'name'> {
  readonly tenantId: string
  readonly socketId: string
}

const perMessage = 15

/**
 * Sends every process the screens of some sockets, with their users' current names. People who hide their status are
 * sent as gone.
 */
export const announcePresence = async (
  app: AppServices,
  here: readonly PresentSocket[],
  gone: readonly PresenceNews[],
): Promise<void> => {
  const userIds = [...new Set(here.map(({ userId }) => userId))]
  // Stores nothing and only sends a message.
  await app.db.readSystem(async (tx) => {
    const found =
      userIds.length === 0
        ? []
        : await tx
            .select({
              userId: users.userId,
              name: users.name,
              displayName: users.displayName,
              settings: users.settings,
            })
            .from(users)
            .where(inArray(users.userId, userIds))
    const byId = new Map(found.map((user) => [user.userId, user]))
    const news = here.map(({ tenantId, socketId, userId, clientId, projectId, screen }): PresenceNews => {
      const user = byId.get(userId)
      const shows = user !== undefined && user.settings.privacy?.showStatus !== false
      const name = (user?.displayName || user?.name || '').slice(0, 100)
      return { tenantId, socketId, person: shows ? { userId, name, clientId, projectId, screen } : null }
    })
    const all = [...gone, ...news]
    for (let from = 0; from < all.length; from += perMessage) {
      await notify(tx, presenceChannel, JSON.stringify(all.slice(from, from + perMessage)))
    }
  })
}
