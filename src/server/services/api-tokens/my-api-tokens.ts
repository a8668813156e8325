import { randomUUID } from 'node:crypto'
import { and, count, desc, eq } from 'drizzle-orm'
import {
  type ApiToken,
  type ApiTokenInput,
  apiTokenPrefix,
  mostApiTokens,
  usualApplyLimits,
} from '#contract/api-tokens.ts'
import { mayMakeApiToken } from '#domain/access/api-token-scopes.ts'
import { dayMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { apiTokens } from '../../db/tables/api-tokens.table.ts'
import { ForbiddenError, NotFoundError, RuleError } from '../../errors.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { writeTenant } from '../records/write-tenant.ts'

type Row = typeof apiTokens.$inferSelect

const isMine = (ctx: TenantContext) => and(eq(apiTokens.tenantId, ctx.tenantId), eq(apiTokens.userId, ctx.userId))

const present = ({ createdAt, expiresAt, lastUsedAt, ...row }: Row): ApiToken => ({
  tokenId: row.tokenId,
  name: row.name,
  scope: row.scope,
  mayApply: row.mayApply,
  noNewLate: row.noNewLate,
  noFrozen: row.noFrozen,
  mostMoved: row.mostMoved,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The tokens of the reader in this organization, expired ones too until they are swept, the newest first. */
export const listApiTokens = (ctx: TenantContext): Promise<ApiToken[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(apiTokens)
      .where(isMine(ctx))
      .orderBy(desc(apiTokens.createdAt), apiTokens.tokenId)
    return rows.map(present)
  })

/** How the audit log names a token. */
const auditName = ({ name, scope, mayApply }: Row): string =>
  `${name} (${scope}${mayApply ? ', may apply proposals' : ''})`

/** Makes a token. It is in this answer only. 403 for a scope beyond the rights of its owner, 422 beyond 20 tokens, or if it only reads and may apply. */
export const createApiToken = (
  ctx: TenantContext,
  { name, scope, expiresInDays, ...limits }: ApiTokenInput,
): Promise<ApiToken & { readonly apiToken: string }> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const decision = mayMakeApiToken(ctx, scope)
    if (!decision.ok) throw new ForbiddenError(decision.reason)
    if (limits.mayApply && scope === 'read') throw new RuleError('A token that only reads cannot apply proposals.')
    const [mine] = await tx.select({ tokens: count() }).from(apiTokens).where(isMine(ctx))
    if ((mine?.tokens ?? 0) >= mostApiTokens) {
      throw new RuleError(`One person has at most ${mostApiTokens} API tokens. Revoke one that is no longer used.`)
    }
    const apiToken = `${apiTokenPrefix}${newSecret()}`
    const now = ctx.app.now()
    const row: Row = {
      tenantId: ctx.tenantId,
      tokenId: randomUUID(),
      userId: ctx.userId,
      name,
      scope,
      tokenHash: secretHash(apiToken),
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
      lastUsedAt: null,
      mayApply: limits.mayApply ?? usualApplyLimits.mayApply,
      noNewLate: limits.noNewLate ?? usualApplyLimits.noNewLate,
      noFrozen: limits.noFrozen ?? usualApplyLimits.noFrozen,
      mostMoved: limits.mostMoved ?? usualApplyLimits.mostMoved,
    }
    await tx.insert(apiTokens).values(row)
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'apiToken', from: null, to: auditName(row) }],
    })
    return { ...present(row), apiToken }
  })

/** Revokes a token of the reader from the next request on. 404 for tokens of other people. */
export const deleteApiToken = (ctx: TenantContext, { tokenId }: { readonly tokenId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const [row] = await tx
      .delete(apiTokens)
      .where(and(isMine(ctx), eq(apiTokens.tokenId, tokenId)))
      .returning()
    if (!row) throw new NotFoundError()
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'apiToken', from: auditName(row), to: null }],
    })
  })

/** Revokes the tokens of an account, in one organization or in all, and returns how many there were. */
export const endApiTokens = async (tx: Tx, userId: string, tenantId?: string): Promise<number> => {
  const inTenant = tenantId === undefined ? undefined : eq(apiTokens.tenantId, tenantId)
  const ended = await tx
    .delete(apiTokens)
    .where(and(eq(apiTokens.userId, userId), inTenant))
    .returning({ tokenId: apiTokens.tokenId })
  return ended.length
}
