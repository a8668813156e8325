import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { ApiTokenScope, ApplyLimits } from '#contract/api-tokens.ts'
import { sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { changeNumber } from '../../db/shop-changes.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { apiTokens } from '../../db/tables/api-tokens.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { findByToken } from '../credentials/throttle.ts'
import { type Holder, holderOf, personColumns } from '../sessions/person-facts.ts'

/** What a token allows. */
export interface TokenFacts extends ApplyLimits {
  readonly tokenId: string
  readonly name: string
  readonly scope: ApiTokenScope
}

/** The owner of a token with the present rights, and what the token allows. */
export interface TokenHolder extends Holder {
  readonly token: TokenFacts
  /** The change number of the organization (`db/shop-changes.ts`), read with the token. */
  readonly changeNumber: string
}

const tokenColumns = {
  tokenId: apiTokens.tokenId,
  name: apiTokens.name,
  scope: apiTokens.scope,
  mayApply: apiTokens.mayApply,
  noNewLate: apiTokens.noNewLate,
  noFrozen: apiTokens.noFrozen,
  mostMoved: apiTokens.mostMoved,
}

const find = async (tx: Tx, tokenHash: string, now: Date) => {
  const [row] = await tx
    .select({
      token: { ...tokenColumns, lastUsedAt: apiTokens.lastUsedAt },
      ...personColumns,
      changeNumber,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.userId, apiTokens.userId))
    .leftJoin(tenants, and(eq(tenants.tenantId, apiTokens.tenantId), eq(tenants.status, 'Active')))
    .leftJoin(memberships, and(eq(memberships.tenantId, apiTokens.tenantId), eq(memberships.userId, apiTokens.userId)))
    .where(and(eq(apiTokens.tokenHash, tokenHash), gt(apiTokens.expiresAt, now)))
  const holder = row && holderOf(row)
  return row && holder ? { token: row.token, changeNumber: row.changeNumber, holder } : null
}

/** Notes the use of a token, at most once a minute. */
const touch = (app: AppServices, { tenantId }: Holder, tokenId: string, now: Date) => {
  const before = new Date(now.getTime() - sessionLimits.touchEveryMs)
  const isUnnoted = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))
  const isIt = and(eq(apiTokens.tenantId, tenantId), eq(apiTokens.tokenId, tokenId), isUnnoted)
  return app.db.withSystem((tx) => tx.update(apiTokens).set({ lastUsedAt: now }).where(isIt))
}

/**
 * The holder of an API token. null when it is unknown, revoked or expired, or when its owner may not work in its
 * organization any more. Throws 429 for an address that sent too many of those.
 */
export const findApiToken = async (
  app: AppServices,
  { token: secret, address }: { readonly token: string; readonly address: string | null },
): Promise<TokenHolder | null> => {
  const now = app.now()
  const found = await findByToken(app.db, { kind: 'tokens', address, now }, (tx) => find(tx, secretHash(secret), now))
  if (!found) return null
  const { holder, changeNumber } = found
  const { lastUsedAt, ...token } = found.token
  const isNoted = lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < sessionLimits.touchEveryMs
  if (!isNoted) await storeIfPossible(() => touch(app, holder, token.tokenId, now))
  return { ...holder, token, changeNumber }
}
