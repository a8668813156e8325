import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { statusLinks } from '../../db/tables/status-links.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { findByToken } from '../credentials/throttle.ts'

/** A status link that was found by the token of its address, and its organization. */
export interface FoundLink {
  readonly tenantId: string
  readonly linkId: string
  readonly projectId: string
  readonly reference: string
  readonly showsForecast: boolean
  /** The end that was set when it was made; null = 14 days after the project has shipped. */
  readonly expiresAt: Date | null
  readonly organization: string
  readonly timeZone: string
}

/** Openings within this time count as one, so that reading a page again and again writes little. */
const sameOpeningMs = 60_000

/**
 * The link of a token. null when the token is unknown, when the link was revoked, or when its organization is not active.
 * Whether it has ended may depend on its project, and is decided where that is read (`readSharedStatus`).
 * Its maker is not asked for: a link that a customer has goes on working when its maker leaves, until it ends or is
 * revoked (admins see all links). Throws 429.
 */
export const findStatusLink = (
  app: AppServices,
  { token, address }: { readonly token: string; readonly address: string | null },
): Promise<FoundLink | null> => {
  const now = app.now()
  return findByToken(app.db, { kind: 'links', address, now }, async (tx) => {
    const [row] = await tx
      .select({
        tenantId: statusLinks.tenantId,
        linkId: statusLinks.linkId,
        projectId: statusLinks.projectId,
        reference: statusLinks.reference,
        showsForecast: statusLinks.showsForecast,
        expiresAt: statusLinks.expiresAt,
        organization: tenants.name,
        timeZone: tenants.timeZone,
      })
      .from(statusLinks)
      .innerJoin(tenants, and(eq(tenants.tenantId, statusLinks.tenantId), eq(tenants.status, 'Active')))
      .where(and(eq(statusLinks.tokenHash, secretHash(token)), isNull(statusLinks.revokedAt)))
    return row ?? null
  })
}

/** Counts an opening of a link, if its last one was a minute ago. */
export const countOpening = async (app: AppServices, { tenantId, linkId }: FoundLink): Promise<void> => {
  const now = app.now()
  const isAnother = and(
    eq(statusLinks.tenantId, tenantId),
    eq(statusLinks.linkId, linkId),
    or(isNull(statusLinks.lastOpenedAt), lte(statusLinks.lastOpenedAt, new Date(now.getTime() - sameOpeningMs))),
  )
  const opened = { openedCount: sql`${statusLinks.openedCount} + 1`, lastOpenedAt: now }
  await storeIfPossible(() => app.db.withSystem((tx) => tx.update(statusLinks).set(opened).where(isAnother)))
}
