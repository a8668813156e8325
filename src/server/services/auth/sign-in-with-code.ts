import { and, eq, gt } from 'drizzle-orm'
import type { LoginRefusal } from '#contract/auth.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { pendingSignIns } from '../../db/tables/second-factors.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { AppError, UnauthenticatedError } from '../../errors.ts'
import { redeemCode } from '../credentials/second-factor.ts'
import { makeLinkToken, secretHash } from '../credentials/secrets.ts'
import {
  type CountedAttempt,
  countCodeOf,
  forgiveAddressOf,
  forgiveCodes,
  forgiveSignInAttempts,
} from '../credentials/throttle.ts'
import { warnOfWrongCodes } from '../credentials/warn-of-wrong-codes.ts'
import { forgetAttempt, noteAttempt, noteOutcome } from '../sessions/sign-in-log.ts'
import { type Account, type Entered, enterAccount, findAccounts, type Origin } from './enter-account.ts'

/** A right password that a code must follow: the answer, and the value of the cookie. There is no session. */
export interface CodeAsked {
  readonly result: LoginRefusal
  readonly pendingSecret: string
}

const codeMs = 5 * 60_000

interface HalfSignIn {
  readonly userId: string
  readonly rememberMe: boolean
  readonly signInId: string
  readonly counted: CountedAttempt
}

/** Remembers for five minutes that the password was right. The attempt stays counted for the account until the code is right. */
export const askForCode = async (
  app: AppServices,
  tx: Tx,
  { userId, rememberMe, signInId, counted }: HalfSignIn,
): Promise<CodeAsked> => {
  const { token: pendingSecret, tokenHash, expiresAt } = makeLinkToken(app.now(), codeMs)
  await tx.insert(pendingSignIns).values({ tokenHash, userId, rememberMe, signInId, expiresAt })
  await forgiveAddressOf(tx, counted)
  await noteOutcome(tx, signInId, { outcome: 'codeMissing', enteredTenantId: null })
  const error = 'Enter the code of your authenticator app to finish signing in.'
  return { result: { success: false, error, requiresSecondFactor: true }, pendingSecret }
}

/** The same refusal for a used, unknown and expired first half, and for one whose account has changed since. */
const expired = () => new UnauthenticatedError('Your sign-in has expired. Enter your password again.')

const wrongCode = () =>
  new AppError('invalid_credentials', 'This code is wrong or was used already. Enter the one your app shows now.')

type Pending = typeof pendingSignIns.$inferSelect

/** The first half of a sign-in and its account, if the account may still sign in with a code. */
const findPending = async (
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<{ pending: Pending; user: Account } | null> => {
  const [pending] = await tx
    .select()
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, tokenHash), gt(pendingSignIns.expiresAt, now)))
  if (!pending) return null
  const [found] = await findAccounts(tx, eq(users.userId, pending.userId))
  if (found?.user.status !== 'Active' || found.isShutOut || !found.user.secondFactorAt) return null
  return { pending, user: found.user }
}

interface Completion extends Origin {
  /** The value of the cookie of the first half; null = there is none. */
  readonly pendingSecret: string | null
  readonly code: string
}

/**
 * Finishes a sign-in with a code of the app or a recovery code. Wrong codes count like wrong passwords, and besides until the next right
 * one. Their owner is warned of them.
 */
export const signInWithCode = async (
  app: AppServices,
  { pendingSecret, code, ...origin }: Completion,
): Promise<Entered> => {
  if (pendingSecret === null) throw expired()
  const tokenHash = secretHash(pendingSecret)
  const now = app.now()
  const begun = await app.db.readSystem((tx) => findPending(tx, tokenHash, now))
  if (!begun) throw expired()
  const { address, deviceHash, userAgent } = origin
  const { email, userId } = begun.user
  const signInId = orderedId()
  const note = (tx: Tx) => noteAttempt(tx, { signInId, email, outcome: 'wrongCode', now, address, userAgent })
  const counted = await countCodeOf(app.db, { email, userId, address, deviceHash, note }, now)
  const refusal = wrongCode()
  const entered = app.db.withSystem(async (tx) => {
    // Read again: the account may have changed, and of two requests only one completes the sign-in.
    const found = await findPending(tx, tokenHash, now)
    const [pending] = await tx.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, tokenHash)).returning()
    if (!found || !pending) throw expired()
    const outcome = await redeemCode(app, tx, userId, code)
    // Takes back what this transaction did, so that another code can be tried.
    if (outcome === null) throw refusal
    await forgiveSignInAttempts(tx, counted)
    await forgiveCodes(tx, counted)
    await forgetAttempt(tx, pending.signInId)
    return enterAccount(app, tx, { user: found.user, rememberMe: pending.rememberMe, signInId, outcome, ...origin })
  })
  return entered.catch(async (error: unknown) => {
    if (error === refusal) await warnOfWrongCodes(app, counted)
    throw error
  })
}
