import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { AttemptPolicy } from '../../db/count-attempt.ts'
import type { OpenDatabase, Tx } from '../../db/database.ts'
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

/** 5 failures, then 1 s doubling to 15 min; forgotten 15 min after the last block, so never permanent. */
const accountPolicy: AttemptPolicy = (at) => ({
  free: freeOfAccount,
  rested: sql`greatest(t.window_started_at, coalesce(t.blocked_until, t.window_started_at)) + ${window} <= ${at}`,
  blockedUntil: (failures) =>
    sql`${at} + least(${window}, interval '1 second' * power(2, least(${failures} - ${freeOfAccount}, 20)))`,
})

/** 100 failures in 15 min, then nothing until those are over. */
const addressPolicy: AttemptPolicy = (at) => ({
  free: freeOfAddress,
  rested: sql`t.window_started_at + ${window} <= ${at}`,
  blockedUntil: () => sql`t.window_started_at + ${window}`,
})

/** Counts one sign-in attempt of an account from an address, and its account's alone when that is blocked; returns the seconds to wait, 0 = go on. */
export const countSignInAttempt = (db: OpenDatabase, email: string, address: string, now: Date): Promise<number> =>
  db.countAttempt(
    [
      { key: accountKey(email), policy: accountPolicy },
      { key: addressKey(address), policy: addressPolicy },
    ],
    now,
  )

/** A right password takes its own attempt back: the account starts afresh, the address keeps the others' failures. */
export const forgiveSignInAttempts = async (tx: Tx, email: string, address: string): Promise<void> => {
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, accountKey(email)))
  await tx.execute(sql`
    update sign_in_throttle set failures = greatest(failures - 1, 0),
      blocked_until = case when failures - 1 >= ${freeOfAddress} then blocked_until end
    where key = ${addressKey(address)}`)
}
