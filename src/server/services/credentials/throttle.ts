import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { OpenDatabase, Tx } from '../../db/database.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'
import { RateLimitedError } from '../../errors.ts'
import { findKnownDevice } from './known-device.ts'

/** SQL expressions over the row `t` of a key in `sign_in_throttle`, at an instant. */
type AttemptPolicy = (at: SQL) => {
  /** Failures allowed before the first block. */
  readonly free: number
  /** True if the count starts over. */
  readonly rested: SQL
  /** End of the block that follows failure number `failures`. */
  readonly blockedUntil: (failures: SQL, at: SQL) => SQL
}

interface CountedKey {
  readonly key: string
  readonly policy: AttemptPolicy
  /** The sentence for a caller who has to wait; the usual one by default. */
  readonly refusal?: (waitSeconds: number) => string
}

/**
 * Counts one attempt before its password is checked, in one statement, so that parallel attempts cannot pass the
 * limit together. Returns the failures so far, this one included. Throws 429 while the key is blocked.
 */
const countKey = async (tx: Tx, { key, policy, refusal }: CountedKey, now: Date): Promise<number> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { free, rested, blockedUntil } = policy(at)
  const failures = sql`(case when ${rested} then 1 else t.failures + 1 end)`
  const counted = await tx.execute<{ failures: number }>(sql`
    insert into sign_in_throttle as t (key, failures, window_started_at) values (${key}, 1, ${at})
    on conflict (key) do update set
      failures = ${failures},
      window_started_at = case when ${rested} then ${at} else t.window_started_at end,
      blocked_until = case when ${failures} >= ${free} then ${blockedUntil(failures, at)} end
    where t.blocked_until is null or t.blocked_until <= ${at}
    returning failures`)
  const [row] = counted.rows
  if (row) return Number(row.failures)
  const waitSeconds = Math.max(1, await blockedSeconds(tx, key, now))
  throw new RateLimitedError(waitSeconds, refusal?.(waitSeconds))
}

/** Seconds for which a key is still blocked; 0 = it is not. */
const blockedSeconds = async (tx: Tx, key: string, now: Date): Promise<number> => {
  const [row] = await tx.select().from(signInThrottle).where(eq(signInThrottle.key, key))
  return Math.max(0, Math.ceil(((row?.blockedUntil?.getTime() ?? 0) - now.getTime()) / 1000))
}

/**
 * Counts one attempt under each key, and returns the failures of the last one. Throws when one key is blocked, so that the transaction
 * counts it under none.
 */
const countKeys = async (tx: Tx, keys: readonly CountedKey[], now: Date): Promise<number> => {
  let failures = 0
  for (const key of keys) failures = await countKey(tx, key, now)
  return failures
}

const window = sql.raw(`interval '15 minutes'`)
const freeOfAccount = 5
const freeOfAddress = 100
const freeOfCodes = 10
const longestCodeWait = sql.raw(`interval '24 hours'`)

/** Key of an account, existing or not. The table does not contain readable e-mails. */
export const accountKey = (email: string): string =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`

/** The network of a caller. An IPv6 caller owns a whole /64, so a /64 counts as one address. */
const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:/i, '')
  return plain.includes(':') ? `${expandedPrefix(plain)}::/64` : plain
}

/** Key of a caller's network address. */
export const addressKey = (address: string): string => `address:${networkOf(address)}`

/** Key of the unknown tokens of an address. Feeds, links, API tokens and sign-ins are counted apart: an old calendar blocks no other caller. */
const tokensKey = (kind: TokenKind, address: string): string => `${kind}:${networkOf(address)}`

/**
 * Keys for a device's sign-in by code: one for the code, right or wrong, and one for the caller's address, separate
 * from the password counter.
 */
const codeKeys = (code: string, address: string | null): CountedKey[] => [
  { key: `code:${createHash('sha256').update(code).digest('hex')}`, policy: accountPolicy },
  ...(address === null ? [] : [{ key: `codes:${networkOf(address)}`, policy: addressPolicy }]),
]

/** Key for single sign-on: the caller's address, separate from the password counter. */
const singleSignOnKeys = (address: string | null): CountedKey[] =>
  address === null ? [] : [{ key: `sso:${networkOf(address)}`, policy: addressPolicy }]

/** Key of an account on one device. Other accounts on that device are not blocked. */
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

/** 5 failures, then blocks from 1 s doubling to 15 min. Forgotten 15 min after the last block, so never permanent. */
const accountPolicy: AttemptPolicy = (at) => ({
  free: freeOfAccount,
  rested: sql`greatest(t.window_started_at, coalesce(t.blocked_until, t.window_started_at)) + ${window} <= ${at}`,
  blockedUntil: (failures) =>
    sql`${at} + least(${window}, interval '1 second' * power(2, least(${failures} - ${freeOfAccount}, 20)))`,
})

/** After 100 failures in 15 min, blocks the address until the 15 min are over. */
const addressPolicy: AttemptPolicy = (at) => ({
  free: freeOfAddress,
  rested: sql`t.window_started_at + ${window} <= ${at}`,
  blockedUntil: () => sql`t.window_started_at + ${window}`,
})

/**
 * Codes of a second factor: 10 wrong ones, then waits from 1 min doubling to 24 h. They are never forgotten before a right one, so an attacker
 * who knows the password can try about 50 of a million codes in a month.
 */
const codePolicy: AttemptPolicy = () => ({
  free: freeOfCodes,
  rested: sql`false`,
  blockedUntil: (failures, at) =>
    sql`${at} + least(${longestCodeWait}, interval '1 minute' * power(2, least(${failures} - ${freeOfCodes}, 20)))`,
})

const waitWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** Prefix of all keys for wrong codes, which the sweep keeps longer than others. */
export const codesPrefix = 'factor:'

/** Key of the codes of a second factor: of an account, or of an account on one known device (`knownId`). */
const secondFactorKey = (userId: string, knownId: string | null): CountedKey => ({
  key: `${codesPrefix}${knownId === null ? createHash('sha256').update(userId).digest('hex') : `device:${knownId}`}`,
  policy: codePolicy,
  refusal: (seconds) =>
    `Too many wrong codes. Try again in ${waitWords(seconds)}, or sign in from a browser in which you have signed in before.`,
})

/** The account and the origin of an attempt. */
interface Attempt {
  readonly email: string
  /** null = unknown. Then only the account is counted, because all callers would share one count. */
  readonly address: string | null
  /** Hash of the device cookie; null = none was sent. */
  readonly deviceHash: string | null
  /** Stored together with the count. */
  readonly note?: (tx: Tx) => Promise<void>
}

/** The keys of a counted attempt, so that a right password can remove it. */
export interface CountedAttempt {
  readonly email: string
  readonly address: string | null
  /** The known device that was counted instead of account and address. */
  readonly knownId: string | null
}

/** The same for a code of the second factor of an account. */
export interface CountedCode extends CountedAttempt {
  readonly userId: string
  /** Its wrong codes since the last right one, with this one. */
  readonly wrongCodes: number
}

/**
 * Counts an attempt before it is checked. If others caused a block, a device on which the account has signed in before may still try,
 * with a limit of its own (`knownId`). Throws 429 when the attempt has to wait, and then does not count it.
 */
const countOrWait = async (
  db: OpenDatabase,
  { email, deviceHash, note }: Attempt,
  now: Date,
  keysOf: (knownId: string | null) => readonly CountedKey[],
): Promise<{ readonly knownId: string | null; readonly failures: number }> => {
  const count = (knownId: string | null) =>
    db.withSystem(async (tx) => {
      const failures = await countKeys(tx, keysOf(knownId), now)
      await note?.(tx)
      return { knownId, failures }
    })
  try {
    return await count(null)
  } catch (error) {
    if (!(error instanceof RateLimitedError) || deviceHash === null) throw error
    const knownId = await db.readSystem((tx) => findKnownDevice(tx, { email, deviceHash, now }))
    if (knownId === null) throw error
    return count(knownId)
  }
}

const signInKeys =
  ({ email, address }: Attempt) =>
  (knownId: string | null): readonly CountedKey[] => {
    if (knownId !== null) return [{ key: deviceKey(knownId), policy: accountPolicy }]
    const ofAccount = { key: accountKey(email), policy: accountPolicy }
    return address === null ? [ofAccount] : [ofAccount, { key: addressKey(address), policy: addressPolicy }]
  }

/** Counts one attempt before its password is checked. Throws 429 when it has to wait. */
export const countSignInAttempt = async (db: OpenDatabase, attempt: Attempt, now: Date): Promise<CountedAttempt> => {
  const { email, address } = attempt
  const { knownId } = await countOrWait(db, attempt, now, signInKeys(attempt))
  return { email, address, knownId }
}

/**
 * Counts one code of a second factor before it is checked, whose password was right. `alone`: the attempt with the password is counted
 * already. Throws 429 when it has to wait.
 */
export const countCodeOf = async (
  db: OpenDatabase,
  attempt: Attempt & { readonly userId: string; readonly alone?: boolean },
  now: Date,
): Promise<CountedCode> => {
  const { email, address, userId, alone = false } = attempt
  const before = signInKeys(attempt)
  const { knownId, failures } = await countOrWait(db, attempt, now, (known) => [
    ...(alone ? [] : before(known)),
    secondFactorKey(userId, known),
  ])
  return { email, address, knownId, userId, wrongCodes: failures }
}

/** Removes the count of wrong codes after a right one. */
export const forgiveCodes = async (tx: Tx, { userId, knownId }: CountedCode): Promise<void> => {
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, secondFactorKey(userId, knownId).key))
}

/**
 * Removes the attempt after a right password or code: the account starts at zero, the address keeps other failures. If a known
 * device was counted, account and address stay blocked for all others.
 */
export const forgiveSignInAttempts = async (tx: Tx, { email, address, knownId }: CountedAttempt): Promise<void> => {
  const key = knownId === null ? accountKey(email) : deviceKey(knownId)
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, key))
  await forgiveAddressOf(tx, { address, knownId })
}

/**
 * Removes the attempt from the address counter only, for a right password that must be followed by a code. The account
 * counter is reset by the code, so that an attacker who knows the password cannot try codes without limit.
 */
export const forgiveAddressOf = async (tx: Tx, { address, knownId }: Omit<CountedAttempt, 'email'>): Promise<void> => {
  if (knownId === null && address !== null) await forgiveAddress(tx, addressKey(address))
}

/** Takes one failure from the count of an address. */
const forgiveAddress = (tx: Tx, key: string): Promise<unknown> =>
  tx.execute(sql`
    update sign_in_throttle set failures = greatest(failures - 1, 0),
      blocked_until = case when failures - 1 >= ${freeOfAddress} then blocked_until end
    where key = ${key}`)

/** `tokens`: API tokens. `feeds`: tokens in calendar feed addresses. `links`: tokens in status link addresses. */
type TokenKind = 'tokens' | 'feeds' | 'links'

interface TokenCaller {
  readonly kind: TokenKind
  /** null = unknown. Then nothing is counted. */
  readonly address: string | null
  readonly now: Date
}

/**
 * Looks up a token; null if it is unknown. A known token always passes and writes nothing. Tokens have 256 bits, so the
 * limit does not prevent guessing; it keeps unknown tokens cheap. They count against the caller's address, which gets
 * 429 after 100 of them in 15 minutes.
 */
export const findByToken = async <T>(
  db: OpenDatabase,
  { kind, address, now }: TokenCaller,
  find: (tx: Tx) => Promise<T | null>,
): Promise<T | null> => {
  const found = await db.readSystem(find)
  if (found !== null || address === null) return found
  const key = tokensKey(kind, address)
  const waitSeconds = await db.readSystem((tx) => blockedSeconds(tx, key, now))
  if (waitSeconds > 0) throw new RateLimitedError(waitSeconds)
  await db.withSystem((tx) => countKey(tx, { key, policy: addressPolicy }, now))
  return null
}

/** Forgets the wrong codes of an account whose password or second factor was replaced: an attacker knows neither of the new ones. */
export const forgetWrongCodes = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, secondFactorKey(userId, null).key))
}

interface CodeAttempt {
  readonly code: string
  /** null = unknown. Then only the code is counted, because all callers would share one count. */
  readonly address: string | null
}

/** Counts one attempt to sign in with a code before the code is looked up. Throws 429 when it has to wait. */
export const countCodeAttempt = async (db: OpenDatabase, { code, address }: CodeAttempt, now: Date): Promise<void> => {
  await db.withSystem((tx) => countKeys(tx, codeKeys(code, address), now))
}

/** Removes the attempt after a right code; the address keeps other failures. */
export const forgiveCodeAttempt = async (tx: Tx, { code, address }: CodeAttempt): Promise<void> => {
  const [ofCode, ofAddress] = codeKeys(code, address)
  await tx.delete(signInThrottle).where(eq(signInThrottle.key, ofCode?.key ?? ''))
  if (ofAddress) await forgiveAddress(tx, ofAddress.key)
}

/** Key of the wrong codes of people that one tablet sent. */
const workerCodesKey = (reporterId: string): CountedKey => ({
  key: `worker:${reporterId}`,
  policy: accountPolicy,
  refusal: (seconds) => `Too many wrong codes on this tablet. It tries again in ${waitWords(seconds)}.`,
})

/** Counts a code of a person before it is looked up. Throws 429 when the tablet has to wait. */
export const countWorkerCode = async (db: OpenDatabase, reporterId: string, now: Date): Promise<void> => {
  await db.withSystem((tx) => countKeys(tx, [workerCodesKey(reporterId)], now))
}

/** Starts the count over after a right code. */
export const forgiveWorkerCodes = async (db: OpenDatabase, reporterId: string): Promise<void> => {
  await db.withSystem((tx) => tx.delete(signInThrottle).where(eq(signInThrottle.key, workerCodesKey(reporterId).key)))
}

/** Counts the beginning of a single sign-on. Throws 429 when the address has to wait. `address` null = unknown; then nothing is counted. */
export const countSingleSignOn = async (db: OpenDatabase, address: string | null, now: Date): Promise<void> => {
  await db.withSystem((tx) => countKeys(tx, singleSignOnKeys(address), now))
}

/** Removes the attempt from the count of the address after a sign-in that the provider confirmed. */
export const forgiveSingleSignOn = async (tx: Tx, address: string | null): Promise<void> => {
  for (const { key } of singleSignOnKeys(address)) await forgiveAddress(tx, key)
}
