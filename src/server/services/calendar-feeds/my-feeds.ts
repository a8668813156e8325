import { randomUUID } from 'node:crypto'
import { and, count, desc, eq } from 'drizzle-orm'
import { type CalendarFeed, type CalendarFeedInput, calendarFeedLimits } from '#contract/calendar-feeds.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.table.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { NotFoundError, RuleError, ValidationError } from '../../errors.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { writeTenant } from '../records/write-tenant.ts'

const isMine = (ctx: TenantContext) =>
  and(eq(calendarFeeds.tenantId, ctx.tenantId), eq(calendarFeeds.userId, ctx.userId))

/** My feeds with the names of what they show. Pass a feed to read only that one. */
const readFeeds = async (ctx: TenantContext, tx: Tx, feedId?: string): Promise<CalendarFeed[]> => {
  const rows = await tx
    .select({
      feed: calendarFeeds,
      categoryName: categories.name,
      project: { number: projects.projectNumber, name: projects.projectName },
    })
    .from(calendarFeeds)
    .leftJoin(
      categories,
      and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, calendarFeeds.categoryId)),
    )
    .leftJoin(projects, and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, calendarFeeds.projectId)))
    .where(and(isMine(ctx), feedId === undefined ? undefined : eq(calendarFeeds.feedId, feedId)))
    .orderBy(desc(calendarFeeds.createdAt), calendarFeeds.feedId)
  return rows.map(({ feed, categoryName, project }) => ({
    feedId: feed.feedId,
    categoryId: feed.categoryId,
    projectId: feed.projectId,
    name: project ? `#${project.number} ${project.name || 'Unnamed Project'}` : categoryName,
    createdAt: feed.createdAt.toISOString(),
    lastReadAt: feed.lastReadAt?.toISOString() ?? null,
  }))
}

/** The feeds of the reader in this organization, the newest first. */
export const listCalendarFeeds = (ctx: TenantContext): Promise<CalendarFeed[]> =>
  readTenant(ctx, (tx) => readFeeds(ctx, tx))

/** 422 beyond 50 feeds. Parallel requests may pass it by a few. */
const requireRoom = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  const [mine] = await tx.select({ feeds: count() }).from(calendarFeeds).where(isMine(ctx))
  const { perPerson } = calendarFeedLimits
  if ((mine?.feeds ?? 0) >= perPerson) {
    throw new RuleError(`One person has at most ${perPerson} calendar feeds. Revoke one that is no longer used.`)
  }
}

/** Makes a feed. Its token is in this answer only. 400 for a work center or project that the organization does not have. */
export const createCalendarFeed = (
  ctx: TenantContext,
  { categoryId, projectId }: CalendarFeedInput,
): Promise<CalendarFeed & { readonly linkToken: string }> =>
  writeTenant(ctx, async ({ tx, record }) => {
    await requireRoom(ctx, tx)
    const [feedId, linkToken] = [randomUUID(), newSecret()]
    await tx.insert(calendarFeeds).values({
      tenantId: ctx.tenantId,
      feedId,
      userId: ctx.userId,
      categoryId: categoryId ?? null,
      projectId: projectId ?? null,
      tokenHash: secretHash(linkToken),
      createdAt: ctx.app.now(),
    })
    const [feed] = await readFeeds(ctx, tx, feedId)
    if (!feed) throw new Error('A calendar feed vanished inside its own transaction')
    if (feed.name === null) {
      const [path, what] = categoryId ? ['categoryId', 'work center'] : ['projectId', 'project']
      throw new ValidationError([{ path, message: `Not a ${what} of this organization` }])
    }
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'calendarFeed', from: null, to: feed.name }],
    })
    return { ...feed, linkToken }
  })

/** Revokes a feed of the reader at once. 404 for feeds of other people. */
export const deleteCalendarFeed = (ctx: TenantContext, { feedId }: { readonly feedId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [feed] = await readFeeds(ctx, tx, feedId)
    if (!feed) throw new NotFoundError()
    await tx.delete(calendarFeeds).where(and(isMine(ctx), eq(calendarFeeds.feedId, feedId)))
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'calendarFeed', from: feed.name, to: null }],
    })
  })
