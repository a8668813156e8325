import { and, eq } from 'drizzle-orm'
import { type TenantSummary, tenantIdPattern } from '#contract/tenants.ts'
import { mayChooseTenant } from '#domain/access/choose-tenant.ts'
import type { SessionContext } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { AppError, ForbiddenError } from '../../errors.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { createSession, endSession, type OpenedSession } from '../sessions/sessions.ts'
import { noteEntry } from '../sessions/sign-in-log.ts'

interface Choice {
  readonly session: LiveSession
  readonly tenantId: string
  readonly userAgent: string
  readonly address: string
}

/** Sets the organization of the session. The session gets a new id, and the sockets of the old id are closed. */
export const chooseTenant = (
  ctx: SessionContext,
  { session, tenantId, userAgent, address }: Choice,
): Promise<{ tenant: TenantSummary; opened: OpenedSession }> => {
  if (!tenantIdPattern.test(tenantId)) throw new AppError('invalid_tenant', 'Invalid tenant ID')
  const wantedTenantId = tenantId.toLowerCase()
  return ctx.app.db.withSystem(async (tx) => {
    const [found] = await tx
      .select({ tenantId: tenants.tenantId, name: tenants.name, memberStatus: memberships.status })
      .from(tenants)
      .leftJoin(memberships, and(eq(memberships.tenantId, tenants.tenantId), eq(memberships.userId, ctx.userId)))
      .where(and(eq(tenants.tenantId, wantedTenantId), eq(tenants.status, 'Active')))
    const decision = mayChooseTenant({
      isSuperAdmin: session.isSuperAdmin,
      currentTenantId: session.tenant?.tenantId ?? null,
      wantedTenantId,
      isMember: found?.memberStatus === 'Active',
    })
    if (!decision.ok) throw new ForbiddenError(decision.reason)
    if (!found) throw new ForbiddenError('You do not have access to this organization.')
    await endSession(tx, session.sessionHash)
    const opened = await createSession(tx, ctx.app.now(), {
      userId: ctx.userId,
      tenantId: found.tenantId,
      rememberMe: session.rememberMe,
      userAgent,
      address,
      expiresAt: session.expiresAt,
    })
    await noteEntry(tx, { userId: ctx.userId, tenantId: found.tenantId, now: ctx.app.now(), userAgent, address })
    return { tenant: { tenantId: found.tenantId, name: found.name }, opened }
  })
}
