import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { OpenDatabase, Tx } from '../../db/database.ts'
import { unkept } from '../../db/kept-reads.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'
import { RateLimitedError } from '../../errors.ts'
import { findKnownDevice } from './known-device.ts'

/** Expressions over the row `t` of a key in `sign_in_throttle`, at an instant. */
type AttemptPolicy = (at: SQL) => {
  /** Failures allowed before anything is blocked. */
  readonly free: number
  /** Whether the count starts over. */
  readonly rested: SQL
  /** End of the block that follows failure number `failures`. */
  readonly blockedUntil: (failures: SQL, at: SQL) => SQL
}

interface CountedKey {
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
const countKeys = async (tx: Tx, keys: readonly CountedKey[], now: Date): Promise<void> => {
  for (const key of keys) {
    const waitSeconds = await countKey(tx, key, now)
    if (waitSeconds > 0) throw new RateLimitedError(waitSeconds)
  }
}

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

/** Key of an account on one device: others who use that device are not kept out. */
const deviceKey = (knownId: string): string => `device:${knownId}`

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

/** Who tries a password, and from where. */
interface PasswordAttempt {
  readonly email: string
  /** null = it cannot be known: then the account alone is counted, for everybody would share one count. */
  readonly address: string | null
  /** Hash of the device cookie; null = none was sent. */
  readonly deviceHash: string | null
}

/** Where an attempt was counted, so that a right password can take it back. */
export interface CountedAttempt {
  readonly email: string
  readonly address: string | null
  /** The known device that was counted in place of account and address. */
  readonly knownId: string | null
}

/**
 * Counts one attempt before its password is looked at. Who is kept out because others tried this account, or tried from
 * this address, may still try from a device where the account has signed in before; that device has a limit of its own.
 * Throws 429 when the attempt has to wait; it is counted nowhere then.
 */
export const countSignInAttempt = async (
  db: OpenDatabase,
  { email, address, deviceHash }: PasswordAttempt,
  now: Date,
): Promise<CountedAttempt> => {
  const keys: CountedKey[] = [{ key: accountKey(email), policy: accountPolicy }]
  if (address !== null) keys.push({ key: addressKey(address), policy: addressPolicy })
  const count = (counted: readonly CountedKey[]) => db.withSystem((tx) => countKeys(tx, counted, now), unkept)
  try {
    await count(keys)
    return { email, address, knownId: null }
  } catch (error) {
    if (!(error instanceof RateLimitedError) || deviceHash === null) throw error
    const knownId = await db.readSystem((tx) => findKnownDevice(tx, { email, deviceHash, now }))
    if (knownId === null) throw error
    await count([{ key: deviceKey(knownId), policy: accountPolicy }])
    return { email, address, knownId }
  }
}

/**
 * A right password takes its own attempt back: the account starts afresh, the address keeps the others' failures. Where a
 * known device was counted, account and address stay blocked for everybody else.
 */
export const forgiveSignInAttempts = async (tx: Tx, { email, address, knownId }: CountedAttempt): Promise<void> => {
  const key = knownId === null ? accountKey(email) : deviceKey(knownId)
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, key))
  if (knownId !== null || address === null) return
  await tx.execute(sql`
    update sign_in_throttle set failures = greatest(failures - 1, 0),
      blocked_until = case when failures - 1 >= ${freeOfAddress} then blocked_until end
    where key = ${addressKey(address)}`)
}
