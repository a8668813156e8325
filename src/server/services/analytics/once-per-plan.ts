import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

interface Kept {
  readonly key: string
  readonly answer: Promise<unknown>
}

const mostKept = 32
const hourMs = 3_600_000

/** By organisation and part, the latest used last. */
const kept = new Map<string, Kept>()

/** Every write raises the plan's version or leaves an entry in history; both together say whether anything has changed. */
const stateOf = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const { rows } = await tx.execute<{ state: string }>(sql`
    select plan_version || ' ' || coalesce((select history_id::text from history_entries
      where tenant_id = ${ctx.tenantId} order by at desc, history_id desc limit 1), '') as state
    from tenants where tenant_id = ${ctx.tenantId}`)
  return rows[0]?.state ?? ''
}

/**
 * Reads a part of an organisation's plan once until something changes, for an hour at most: every planner's dashboard asks
 * for it again with every change, and at 100,000 operations that is a fifth of a second each. `part` names what is read,
 * with everything beside the plan that it depends on; nothing in the answer may be changed.
 */
export const oncePerPlan = async <T>(ctx: TenantContext, tx: Tx, part: string, read: () => Promise<T>): Promise<T> => {
  const place = `${ctx.tenantId} ${part}`
  const key = `${await stateOf(ctx, tx)} ${Math.floor(ctx.app.now().getTime() / hourMs)}`
  const known = kept.get(place)
  kept.delete(place)
  if (known?.key === key) {
    kept.set(place, known)
    // Whoever read it may have been cut off; then everybody reads for himself.
    return (await known.answer.catch(read)) as T
  }
  // Statements run when they are waited for: once, here.
  const answer = Promise.resolve(read())
  kept.set(place, { key, answer })
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
  }
  answer.catch(() => {
    if (kept.get(place)?.answer === answer) kept.delete(place)
  })
  return answer
}
