import { eq, type SQL, sql } from 'drizzle-orm'
import { RateLimitedError } from '../errors.ts'
import type { Tx } from './database.ts'
import { signInThrottle } from './tables/sessions.table.ts'

/** Expressions over the row `t` of a key in `sign_in_throttle`, at an instant. */
export type AttemptPolicy = (at: SQL) => {
  /** Failures allowed before anything is blocked. */
  readonly free: number
  /** Whether the count starts over. */
  readonly rested: SQL
  /** End of the block that follows failure number `failures`. */
  readonly blockedUntil: (failures: SQL, at: SQL) => SQL
}

export interface CountedKey {
  readonly key: string
  readonly policy: AttemptPolicy
}

/**
 * Counts one attempt before its password is looked at, in one statement, so that parallel attempts cannot pass the
 * limit together. Returns 0 when it may go on, else the seconds to wait.
 */
const countKey = async (tx: Tx, { key, policy }: CountedKey, now: Date): Promise<number> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { free, rested, blockedUntil } = policy(at)
  const failures = sql`(case when ${rested} then 1 else t.failures + 1 end)`
  const counted = await tx.execute(sql`
    insert into sign_in_throttle as t (key, failures, window_started_at) values (${key}, 1, ${at})
    on conflict (key) do update set
      failures = ${failures},
      window_started_at = case when ${rested} then ${at} else t.window_started_at end,
      blocked_until = case when ${failures} >= ${free} then ${blockedUntil(failures, at)} end
    where t.blocked_until is null or t.blocked_until <= ${at}
    returning failures`)
  if (counted.rows.length > 0) return 0
  const [row] = await tx.select().from(signInThrottle).where(eq(signInThrottle.key, key))
  return Math.max(1, Math.ceil(((row?.blockedUntil?.getTime() ?? 0) - now.getTime()) / 1000))
}

/** Counts one attempt under each key; throws when one of them has to wait, so that the transaction counts under none. */
export const countKeys = async (tx: Tx, keys: readonly CountedKey[], now: Date): Promise<void> => {
  for (const key of keys) {
    const waitSeconds = await countKey(tx, key, now)
    if (waitSeconds > 0) throw new RateLimitedError(waitSeconds)
  }
}
