import { and, eq, isNull, lt } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { AppError, ConflictError } from '../../errors.ts'

/** One POST under its Idempotency-Key. */
export interface KeyedRequest {
  /** Method and path as called. */
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** Stored instead of a status when the effect is there but its answer was lost with the process. */
export const answerLost = 0

export interface StoredAnswer {
  readonly status: number
  readonly response: unknown
}

const keptMs = 24 * 3_600_000
/** A claim older than this belongs to a process that died before its effect: no request may run that long. */
const abandonedMs = 60_000

export const rowOf = (ctx: TenantContext, { route, key }: KeyedRequest) =>
  and(
    eq(idempotencyKeys.tenantId, ctx.tenantId),
    eq(idempotencyKeys.userId, ctx.userId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )

/**
 * Claims a key before the work. Returns the stored answer when the same request was answered before, null when the
 * work is to be done now. Throws 422 for another body under the same key, 409 while the first one runs.
 */
export const claimKey = (ctx: TenantContext, request: KeyedRequest): Promise<StoredAnswer | null> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const now = ctx.app.now()
    const values = {
      tenantId: ctx.tenantId,
      userId: ctx.userId,
      route: request.route,
      key: request.key,
      bodyHash: request.bodyHash,
      createdAt: now,
    }
    const ago = (ms: number) => new Date(now.getTime() - ms)
    await tx.delete(idempotencyKeys).where(and(rowOf(ctx, request), lt(idempotencyKeys.createdAt, ago(keptMs))))
    const claimed = await tx.insert(idempotencyKeys).values(values).onConflictDoNothing().returning()
    if (claimed.length > 0) return null
    const [row] = await tx.select().from(idempotencyKeys).where(rowOf(ctx, request))
    if (row && row.bodyHash !== request.bodyHash) {
      throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used with another body.')
    }
    if (row?.status === answerLost) {
      throw new ConflictError('This was done already, but its answer was lost. Reload to see the result.')
    }
    if (row && row.status !== null) return { status: row.status, response: row.response }
    const taken = await tx
      .update(idempotencyKeys)
      .set({ createdAt: now })
      .where(and(rowOf(ctx, request), isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, ago(abandonedMs))))
      .returning()
    if (taken.length === 0) throw new ConflictError('The same request is being worked on.')
    return null
  })
