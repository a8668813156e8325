import { and, eq, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { floorLimits, postFloorReport, postMyFloorReport } from '#contract/floor.ts'
import type { TenantContext } from '../../context.ts'
import type { OpenDatabase, Tx } from '../../db/database.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { AppError, ConflictError } from '../../errors.ts'

/** One POST under its Idempotency-Key. */
export interface KeyedRequest {
  /** Method and path of the call. */
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** Stored instead of a status when the effect was committed but its answer was lost with the process. */
export const answerLost = 0

interface StoredAnswer {
  readonly status: number
  readonly response: unknown
}

const keptMs = 24 * 3_600_000
/**
 * Answers to shop-floor reports are stored longer: a report may wait two days for the network before it is sent again.
 */
const keptReportMs = (floorLimits.oldestReportHours + 24) * 3_600_000
const reportRoutes = [postFloorReport, postMyFloorReport].map(({ method, path }) => `${method} /api${path}`)

/** SQL condition for expired answers. */
export const isOutdatedAnswer = (now: Date) => {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return and(
    lt(idempotencyKeys.createdAt, ago(keptMs)),
    or(notInArray(idempotencyKeys.route, reportRoutes), lt(idempotencyKeys.createdAt, ago(keptReportMs))),
  )
}

/** A claim older than this belongs to a process that died before its effect, because no request may run that long. */
const abandonedMs = 60_000

const rowOf = (ctx: TenantContext, { route, key }: KeyedRequest) =>
  and(
    eq(idempotencyKeys.tenantId, ctx.tenantId),
    eq(idempotencyKeys.userId, ctx.userId),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )

/**
 * Claims a key before the work. Returns the stored answer if the same request was answered before, or null if the
 * caller has to do the work. Throws 422 for another body under the same key, 409 while the first request runs.
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
    await tx.delete(idempotencyKeys).where(and(rowOf(ctx, request), isOutdatedAnswer(now)))
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

const secretFields = new Set(['linkToken', 'apiToken', 'webhookSecret', 'pairingCode'])

/** Removes secrets that are shown only once from an answer before it is stored. */
const withoutSecrets = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response ?? null), (field, value) => (secretFields.has(field) ? null : value))

/** Stores the final answer for 24 hours, or 72 hours for a shop-floor report. */
export const keepAnswer = (ctx: TenantContext, request: KeyedRequest, answer: StoredAnswer): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx
      .update(idempotencyKeys)
      .set({ status: answer.status, response: withoutSecrets(answer.response) })
      .where(rowOf(ctx, request))
  })

/** Releases the key of a request that failed without an effect, so that it can be tried again. */
export const releaseKey = (ctx: TenantContext, request: KeyedRequest): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.delete(idempotencyKeys).where(and(rowOf(ctx, request), isNull(idempotencyKeys.status)))
  })

/**
 * The database for one keyed request. Every transaction that writes also marks the key as done, so a crash between
 * the effect and its answer cannot lead to a second effect. `asAnswer` decides whether a result is the answer.
 */
export const markingDatabase = (
  ctx: TenantContext,
  request: KeyedRequest,
  asAnswer: (result: unknown) => StoredAnswer | null,
): OpenDatabase => {
  const { db } = ctx.app
  const mark = async (tx: Tx, result: unknown): Promise<void> => {
    const answer = asAnswer(result)
    await tx
      .update(idempotencyKeys)
      .set({ status: answer?.status ?? answerLost, response: answer ? withoutSecrets(answer.response) : null })
      .where(and(rowOf(ctx, request), sql`pg_current_xact_id_if_assigned() is not null`))
  }
  return {
    ...db,
    withTenant: (inner, work, turn) =>
      db.withTenant(
        inner,
        async (tx) => {
          const result = await work(tx)
          await mark(tx, result)
          return result
        },
        turn,
      ),
  }
}
