import { and, eq, inArray, lt } from 'drizzle-orm'
import { statusLinkLimits } from '#contract/status-links.ts'
import { linkEndMs } from '#domain/status-links/link-end.ts'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { statusLinks } from '../../db/tables/status-links.table.ts'
import { timeZoneOf } from '../records/tenant-row.ts'

const keptSince = (app: AppServices): Date => new Date(app.now().getTime() - statusLinkLimits.keptDays * dayMs)

/** Organizations with links that are old enough to have ended long ago. */
export const findOldLinks = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const rows = await tx
      .selectDistinct({ tenantId: statusLinks.tenantId })
      .from(statusLinks)
      .where(lt(statusLinks.createdAt, keptSince(app)))
    return rows.map(({ tenantId }) => tenantId)
  })

/**
 * Deletes links that were revoked or expired more than 90 days ago. A link without a day of its own whose project is gone counts
 * from its last opening.
 */
export const pruneLinks = (ctx: TenantContext): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const zone = await timeZoneOf(tx, ctx.tenantId)
    const since = keptSince(ctx.app)
    const old = await tx
      .select({ link: statusLinks, project: projects })
      .from(statusLinks)
      .leftJoin(projects, and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, statusLinks.projectId)))
      .where(and(eq(statusLinks.tenantId, ctx.tenantId), lt(statusLinks.createdAt, since)))
    const gone = old.filter(({ link, project }) => {
      const ends = [link.revokedAt?.getTime() ?? null, linkEndMs(link, project, zone)].filter((end) => end !== null)
      const lastUse = (link.lastOpenedAt ?? link.createdAt).getTime()
      const endMs = ends.length > 0 ? Math.min(...ends) : project === null ? lastUse : null
      return endMs !== null && endMs < since.getTime()
    })
    if (gone.length === 0) return
    const ids = gone.map(({ link }) => link.linkId)
    await tx.delete(statusLinks).where(and(eq(statusLinks.tenantId, ctx.tenantId), inArray(statusLinks.linkId, ids)))
  })
