import { randomUUID } from 'node:crypto'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import { type StatusLink, type StatusLinkInput, statusLinkLimits } from '#contract/status-links.ts'
import { fixedEndMs, linkEndMs } from '#domain/status-links/link-end.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { statusLinks } from '../../db/tables/status-links.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { lockProject } from '../operations/lock-project.ts'
import { diffFields, isoOrNull } from '../records/record-fields.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { writeTenant } from '../records/write-tenant.ts'

type LinkRow = typeof statusLinks.$inferSelect

const stateOf = ({ revokedAt }: LinkRow, endMs: number | null, nowMs: number): StatusLink['state'] => {
  if (revokedAt !== null) return 'revoked'
  return endMs !== null && endMs <= nowMs ? 'expired' : 'live'
}

/** Links with the titles of their projects, the newest first. */
const readLinks = async (ctx: TenantContext, tx: Tx, isWanted?: SQL): Promise<StatusLink[]> => {
  const zone = await timeZoneOf(tx, ctx.tenantId)
  const rows = await tx
    .select({ link: statusLinks, project: projects })
    .from(statusLinks)
    .leftJoin(projects, and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, statusLinks.projectId)))
    .where(and(eq(statusLinks.tenantId, ctx.tenantId), isWanted))
    .orderBy(desc(statusLinks.createdAt), statusLinks.linkId)
  return rows.map(({ link, project }) => {
    const endMs = linkEndMs(link, project, zone)
    return {
      linkId: link.linkId,
      projectId: link.projectId,
      projectTitle: project && `#${project.projectNumber} ${project.projectName || 'Unnamed Project'}`,
      reference: link.reference,
      showsForecast: link.showsForecast,
      madeBy: link.createdBy,
      createdAt: link.createdAt.toISOString(),
      expiresAt: endMs === null ? null : new Date(endMs).toISOString(),
      state: stateOf(link, endMs, ctx.app.now().getTime()),
      openedCount: link.openedCount,
      lastOpenedAt: isoOrNull(link.lastOpenedAt),
    }
  })
}

/** The links of a project. 404 when the organization has no such project. */
export const listStatusLinks = (ctx: TenantContext, { projectId }: { projectId: string }): Promise<StatusLink[]> =>
  readTenant(ctx, async (tx) => {
    const known = await tx
      .select({ projectId: projects.projectId })
      .from(projects)
      .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    if (known.length === 0) throw new NotFoundError()
    return readLinks(ctx, tx, eq(statusLinks.projectId, projectId))
  })

/** The links of all projects of the organization, also of those that were deleted. */
export const listAllStatusLinks = (ctx: TenantContext): Promise<StatusLink[]> =>
  readTenant(ctx, (tx) => readLinks(ctx, tx))

/** The fields of a link in history, without its token. */
const historyFields = ({ reference, showsForecast, expiresAt }: StatusLink) => ({ reference, showsForecast, expiresAt })

interface NewLink {
  readonly projectId: string
  readonly input: StatusLinkInput
}

/** Makes a link. Its token is in this answer only. 404 for an unknown project, 422 beyond 20 live links. */
export const createStatusLink = (
  ctx: TenantContext,
  { projectId, input }: NewLink,
): Promise<StatusLink & { readonly linkToken: string }> =>
  writeTenant(ctx, async ({ tx, record }) => {
    await lockProject(ctx, tx, projectId)
    const { perProject } = statusLinkLimits
    const others = await readLinks(ctx, tx, eq(statusLinks.projectId, projectId))
    if (others.filter(({ state }) => state === 'live').length >= perProject) {
      throw new RuleError(`One project has at most ${perProject} status links. Revoke one that is no longer used.`)
    }
    const [linkId, linkToken, now] = [randomUUID(), newSecret(), ctx.app.now()]
    const endMs = fixedEndMs(input.expires, now.getTime())
    await tx.insert(statusLinks).values({
      tenantId: ctx.tenantId,
      linkId,
      projectId,
      reference: input.reference,
      showsForecast: input.showsForecast,
      tokenHash: secretHash(linkToken),
      createdAt: now,
      createdBy: ctx.userName,
      expiresAt: endMs === null ? null : new Date(endMs),
    })
    const [link] = await readLinks(ctx, tx, eq(statusLinks.linkId, linkId))
    if (!link) throw new Error('A status link vanished inside its own transaction')
    record.history({
      entity: 'statusLink',
      entityId: linkId,
      projectId,
      action: 'create',
      changes: diffFields(null, historyFields(link)),
    })
    return { ...link, linkToken }
  })

/** Revokes a link at once. 404 for an unknown one; nothing happens to one that was revoked before. */
export const revokeStatusLink = (ctx: TenantContext, { linkId }: { readonly linkId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [link] = await readLinks(ctx, tx, eq(statusLinks.linkId, linkId))
    if (!link) throw new NotFoundError()
    const { projectId, state } = link
    if (state === 'revoked') return
    const isIt = and(eq(statusLinks.tenantId, ctx.tenantId), eq(statusLinks.linkId, linkId))
    await tx.update(statusLinks).set({ revokedAt: ctx.app.now() }).where(isIt)
    record.history({
      entity: 'statusLink',
      entityId: linkId,
      projectId,
      action: 'delete',
      changes: diffFields(historyFields(link), null),
    })
  })
