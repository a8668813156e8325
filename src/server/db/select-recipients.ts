import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Audience } from '#domain/notifications/summarise.ts'
import type { NotificationChoices } from '#domain/notifications/wants-notification.ts'
import type { Tx } from './database.ts'
import { historyEntries } from './tables/history.table.ts'
import { memberships } from './tables/tenants.table.ts'
import { users } from './tables/users.table.ts'

export interface Recipient extends NotificationChoices {
  readonly userId: string
}

const workedOnMs = 90 * 86_400_000

const selectMembers = (tx: Tx, tenantId: string) =>
  tx
    .select({
      userId: users.userId,
      isAdmin: memberships.isAdmin,
      preferences: users.preferences,
      settings: users.settings,
    })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.status, 'Active'), eq(users.status, 'Active')))

/** Who has changed something of these projects in the last 90 days: an operation has no assignee, but people look after projects. */
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
 * Resolves audiences, in two statements for all of them. Groups leave out the actor, who knows; users that are named are
 * told as named, even one who is no member (a super admin's run).
 */
export const selectRecipients = async (
  tx: Tx,
  { tenantId, userId: actorId, now }: { readonly tenantId: string; readonly userId: string; readonly now: Date },
  audiences: readonly Audience[],
): Promise<(audience: Audience) => Recipient[]> => {
  const members = await selectMembers(tx, tenantId)
  const projectIds = audiences.flatMap((to) => (typeof to === 'object' && 'workedOn' in to ? to.workedOn : []))
  const workers = await selectWorkers(tx, tenantId, [...new Set(projectIds)], now)
  const others = members.filter(({ userId }) => userId !== actorId)
  return (audience) => {
    if (audience === 'members') return others
    if (audience === 'admins') return others.filter(({ isAdmin }) => isAdmin)
    if ('workedOn' in audience) {
      return others.filter(({ userId }) => audience.workedOn.some((id) => workers.get(id)?.has(userId)))
    }
    return audience.users.map(
      (id) => members.find(({ userId }) => userId === id) ?? { userId: id, preferences: {}, settings: {} },
    )
  }
}
