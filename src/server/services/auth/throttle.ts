import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'

const window = sql.raw(`interval '15 minutes'`)
const freeOfAccount = 5
const freeOfAddress = 100

/** Key of an account: the same whether or not it exists, and no address to read in the table. */
export const accountKey = (email: string): string =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`

/** Key of a caller's network address; IPv6 callers own a /64, so they count as one. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:/i, '')
  return `address:${plain.includes(':') ? `${expandedPrefix(plain)}::/64` : plain}`
}

const expandedPrefix = (address: string): string => {
  const [head = '', tail] = address.split('::')
  const groups = head ? head.split(':') : []
  if (tail !== undefined) {
    const behind = tail ? tail.split(':') : []
    while (groups.length + behind.length < 8) groups.push('0')
  }
  return groups.slice(0, 4).join(':')
}

interface Policy {
  /** Failures allowed before anything is blocked. */
  readonly free: number
  /** Whether the count starts over. */
  readonly rested: SQL
  /** End of the block that follows failure number `failures`. */
  readonly blockedUntil: (failures: SQL, at: SQL) => SQL
}

/** 5 failures, then 1 s doubling to 15 min; forgotten 15 min after the last block, so never permanent. */
const accountPolicy = (at: SQL): Policy => ({
  free: freeOfAccount,
  rested: sql`greatest(t.window_started_at, coalesce(t.blocked_until, t.window_started_at)) + ${window} <= ${at}`,
  blockedUntil: (failures) =>
    sql`${at} + least(${window}, interval '1 second' * power(2, least(${failures} - ${freeOfAccount}, 20)))`,
})

/** 100 failures in 15 min, then nothing until those are over. */
const addressPolicy = (at: SQL): Policy => ({
  free: freeOfAddress,
  rested: sql`t.window_started_at + ${window} <= ${at}`,
  blockedUntil: () => sql`t.window_started_at + ${window}`,
})

/**
 * Counts one attempt before its password is looked at, in one statement, so that parallel attempts cannot pass the
 * limit together. Returns 0 when it may go on, else the seconds to wait.
 */
const countAttempt = async (tx: Tx, key: string, now: Date, policyAt: (at: SQL) => Policy): Promise<number> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { free, rested, blockedUntil } = policyAt(at)
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

/** Counts one sign-in attempt of an account from an address; returns the seconds to wait, 0 = go on. */
export const countSignInAttempt = async (tx: Tx, email: string, address: string, now: Date): Promise<number> => {
  const accountWait = await countAttempt(tx, accountKey(email), now, accountPolicy)
  return accountWait > 0 ? accountWait : countAttempt(tx, addressKey(address), now, addressPolicy)
}

/** A right password takes its own attempt back: the account starts afresh, the address keeps the others' failures. */
export const forgiveSignInAttempts = async (tx: Tx, email: string, address: string): Promise<void> => {
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, accountKey(email)))
  await tx.execute(sql`
    update sign_in_throttle set failures = greatest(failures - 1, 0),
      blocked_until = case when failures - 1 >= ${freeOfAddress} then blocked_until end
    where key = ${addressKey(address)}`)
}
