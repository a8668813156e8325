import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Announcement } from '#domain/notifications/summarize.ts'
import { dayMs } from '#domain/time/units.ts'
import type { TenantContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { notifications } from '../db/tables/notifications.table.ts'
import { projects } from '../db/tables/projects.table.ts'
import { schedulingRuns } from '../db/tables/scheduling-runs.table.ts'
import { evaluateLateness } from '../services/projects/notify-of-lateness.ts'
import { isoOrNull } from '../services/records/record-fields.ts'
import { storeNotifications } from '../services/records/store-notifications.ts'
import { finishedFigures } from '../services/scheduling-runs/notify-of-run.ts'
import { nobodyId, seedContext } from './seed-context.ts'

const shippedInDays = 14
const maxShipped = 4
const readAfterDays = 2

interface News {
  readonly at: Date
  readonly announcement: Announcement
}

const newsOfShipments = async (ctx: TenantContext, tx: Tx): Promise<News[]> => {
  const since = new Date(ctx.app.now().getTime() - shippedInDays * dayMs)
  const newest = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), gt(projects.actualShipDate, since)))
    .orderBy(desc(projects.actualShipDate))
    .limit(maxShipped)
  return newest.map(({ projectId, projectNumber, projectName, plannedShipDate, actualShipDate }) => {
    const dates = { plannedShipDate: isoOrNull(plannedShipDate), actualShipDate: isoOrNull(actualShipDate) }
    const about = { projectId, projectNumber, projectName, shippedBy: ctx.userName, ...dates }
    return {
      at: actualShipDate ?? ctx.app.now(),
      announcement: {
        to: 'members',
        cause: { code: 'projectShipped', ...about },
        subject: { kind: 'project', projectId },
        key: `shipped:${projectId}`,
      },
    }
  })
}

const newsOfRuns = async (ctx: TenantContext, tx: Tx): Promise<News[]> => {
  const runs = await tx.select().from(schedulingRuns).where(eq(schedulingRuns.tenantId, ctx.tenantId))
  return runs.map((run) => {
    const { runId, startedBy, endedAt } = run
    const facts = { runId, startedBy, projectName: null, ...finishedFigures(run) }
    return {
      at: endedAt ?? ctx.app.now(),
      announcement: { to: 'members', cause: { code: 'runFinished', ...facts }, subject: { kind: 'run', runId } },
    }
  })
}

/** Stores them in the order of their times, in which people read them. */
const notifyOf = (ctx: TenantContext): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const news = [...(await newsOfShipments(ctx, tx)), ...(await newsOfRuns(ctx, tx))]
    for (const { at, announcement } of news.sort((a, b) => a.at.getTime() - b.at.getTime()))
      await storeNotifications(
        tx,
        { tenantId: ctx.tenantId, userId: nobodyId, now: at },
        { announcements: [announcement] },
      )
  })

const readTheOld = (ctx: TenantContext): Promise<unknown> =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx
      .update(notifications)
      .set({ readAt: sql`${notifications.createdAt} + interval '2 hours'` })
      .where(
        and(
          eq(notifications.tenantId, ctx.tenantId),
          lt(notifications.createdAt, new Date(ctx.app.now().getTime() - readAfterDays * dayMs)),
        ),
      ),
  )

/** Notifications that the demo's people would have by now: of shipments, of the run that made the plan, of lateness. */
export const insertNews = async (ctx: TenantContext): Promise<void> => {
  await notifyOf(ctx)
  await evaluateLateness(seedContext(ctx.app, ctx.tenantId))
  await readTheOld(ctx)
}
