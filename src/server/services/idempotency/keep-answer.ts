import { and, isNull, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { OpenDatabase, Tx } from '../../db/database.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { answerLost, type KeyedRequest, rowOf, type StoredAnswer } from './claim-key.ts'

const secretFields = new Set(['linkToken'])

/** What is shown once is not kept. */
const withoutSecrets = (response: unknown): unknown =>
  JSON.parse(JSON.stringify(response ?? null), (field, value) => (secretFields.has(field) ? null : value))

/** Keeps the final answer for 24 hours. */
export const keepAnswer = (ctx: TenantContext, request: KeyedRequest, answer: StoredAnswer): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx
      .update(idempotencyKeys)
      .set({ status: answer.status, response: withoutSecrets(answer.response) })
      .where(rowOf(ctx, request))
  })

/** Lets go of a key whose request failed without an effect, so that it may be tried again. */
export const releaseKey = (ctx: TenantContext, request: KeyedRequest): Promise<void> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.delete(idempotencyKeys).where(and(rowOf(ctx, request), isNull(idempotencyKeys.status)))
  })

/**
 * The database for one keyed request: every transaction that wrote something also marks the key as done, so a crash
 * between the effect and its answer cannot lead to a second effect. `asAnswer` says whether a result is the answer.
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
