import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { calendarFeedLimits } from '#contract/calendar-feeds.ts'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { unkept } from '../../db/kept-reads.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { findByToken } from '../credentials/throttle.ts'
import { type Holder, holderOf, personColumns } from '../sessions/person-facts.ts'

/** The subject of a feed: one work center or pool, or one project. */
export interface FeedSubject {
  readonly feedId: string
  readonly categoryId: string | null
  readonly projectId: string | null
}

/** `last_read_at` is written at most this often, because calendar programs ask often. */
const touchEveryMs = 3_600_000

/** The last reading of a feed that counts as unused and has ended. */
const unusedSince = (now: Date): Date => new Date(now.getTime() - calendarFeedLimits.unusedDays * dayMs)

const lastUse = sql`coalesce(${calendarFeeds.lastReadAt}, ${calendarFeeds.createdAt})`

/**
 * Finds the feed of a token and its owner with their current rights. Returns null if the token is unknown or revoked,
 * if the feed was not read for 180 days, or if the owner may no longer work in the organization. Throws 429.
 */
export const findFeed = async (
  app: AppServices,
  { token, address }: { readonly token: string; readonly address: string | null },
): Promise<{ readonly feed: FeedSubject; readonly holder: Holder } | null> => {
  const now = app.now()
  const found = await findByToken(app.db, { kind: 'feeds', address, now }, async (tx) => {
    const [row] = await tx
      .select({
        feed: {
          feedId: calendarFeeds.feedId,
          categoryId: calendarFeeds.categoryId,
          projectId: calendarFeeds.projectId,
        },
        lastReadAt: calendarFeeds.lastReadAt,
        ...personColumns,
      })
      .from(calendarFeeds)
      .innerJoin(users, eq(users.userId, calendarFeeds.userId))
      .leftJoin(tenants, and(eq(tenants.tenantId, calendarFeeds.tenantId), eq(tenants.status, 'Active')))
      .leftJoin(
        memberships,
        and(eq(memberships.tenantId, calendarFeeds.tenantId), eq(memberships.userId, calendarFeeds.userId)),
      )
      .where(and(eq(calendarFeeds.tokenHash, secretHash(token)), gt(lastUse, unusedSince(now))))
    const holder = row && holderOf(row)
    return row && holder ? { ...row, holder } : null
  })
  if (!found) return null
  const { feed, holder, lastReadAt } = found
  if (lastReadAt === null || now.getTime() - lastReadAt.getTime() >= touchEveryMs) {
    const before = new Date(now.getTime() - touchEveryMs)
    const isIt = and(
      eq(calendarFeeds.tenantId, holder.tenantId),
      eq(calendarFeeds.feedId, feed.feedId),
      or(isNull(calendarFeeds.lastReadAt), lt(calendarFeeds.lastReadAt, before)),
    )
    await storeIfPossible(() =>
      app.db.withSystem((tx) => tx.update(calendarFeeds).set({ lastReadAt: now }).where(isIt), unkept),
    )
  }
  return { feed, holder }
}
