import { eq } from 'drizzle-orm'
import type { SecondFactor, SecondFactorProof } from '#contract/second-factor.ts'
import { productName } from '#contract/vocabulary.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { users } from '../../db/tables/users.table.ts'
import { RuleError, UnauthenticatedError, ValidationError } from '../../errors.ts'
import { verifyPassword } from '../credentials/password-hash.ts'
import {
  countRecoveryCodes,
  redeemAppCode,
  redeemCode,
  removeSecondFactor,
  renewRecoveryCodes,
  storeAppSecret,
} from '../credentials/second-factor.ts'
import {
  type CountedAttempt,
  countCodeOf,
  countSignInAttempt,
  forgiveCodes,
  forgiveSignInAttempts,
} from '../credentials/throttle.ts'
import { appUri, newAppSecret } from '../credentials/totp.ts'
import { warnOfWrongCodes } from '../credentials/warn-of-wrong-codes.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { endSessions } from '../sessions/sessions.ts'
import { announceMe } from './my-account.ts'

/** Who asks, and from where: attempts with the password or a code count like sign-ins. */
interface Asker {
  readonly session: LiveSession
  /** null = unknown. */
  readonly address: string | null
  /** Hash of the device cookie. */
  readonly deviceHash: string | null
}

type Account = typeof users.$inferSelect

const lockMe = async (ctx: SessionContext, tx: Tx): Promise<Account> => {
  const [me] = await tx.select().from(users).where(eq(users.userId, ctx.userId)).for('update')
  if (!me) throw new UnauthenticatedError()
  return me
}

const requireOff = ({ secondFactorAt }: Account): void => {
  if (secondFactorAt) throw new RuleError('Two-factor authentication is on already. Turn it off first.')
}

const requireOn = ({ secondFactorAt }: Account): void => {
  if (!secondFactorAt) throw new RuleError('Two-factor authentication is off.')
}

const wrongCode = (): ValidationError =>
  new ValidationError([{ path: 'code', message: 'This code is wrong or was used already.' }])

const present = async (ctx: SessionContext, tx: Tx): Promise<SecondFactor> => {
  const [me] = await tx.select().from(users).where(eq(users.userId, ctx.userId))
  return {
    onSince: me?.secondFactorAt?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(tx, ctx.userId),
  }
}

/** Whether the user's sign-in requires a code, and the number of unused recovery codes. */
export const getSecondFactor = (ctx: SessionContext): Promise<SecondFactor> =>
  ctx.app.db.readSystem((tx) => present(ctx, tx))

type PasswordProof = Asker & { readonly currentPassword: string }

/** Counts the attempt and compares the password. `check` refuses before that. */
const requirePassword = async (
  ctx: SessionContext,
  { session, address, deviceHash, currentPassword }: PasswordProof,
  check: (me: Account) => void,
): Promise<CountedAttempt> => {
  const [me] = await ctx.app.db.readSystem((tx) => tx.select().from(users).where(eq(users.userId, ctx.userId)))
  if (!me) throw new UnauthenticatedError()
  check(me)
  const counted = await countSignInAttempt(ctx.app.db, { email: session.email, address, deviceHash }, ctx.app.now())
  if (!(await verifyPassword(currentPassword, me.passwordHash))) {
    throw new ValidationError([{ path: 'currentPassword', message: 'The current password is wrong.' }])
  }
  return counted
}

/** Makes a secret for my authenticator app. Nothing changes for my sign-in before a code is confirmed. */
export const startSecondFactor = async (
  ctx: SessionContext,
  start: PasswordProof,
): Promise<{ appSecret: string; appUri: string }> => {
  const counted = await requirePassword(ctx, start, requireOff)
  return ctx.app.db.withSystem(async (tx) => {
    requireOff(await lockMe(ctx, tx))
    const appSecret = newAppSecret()
    await storeAppSecret(ctx.app, tx, ctx.userId, appSecret)
    await forgiveSignInAttempts(tx, counted)
    return { appSecret, appUri: appUri(appSecret, { issuer: productName, account: start.session.email }) }
  })
}

/** Asks for codes from now on, if the app shows the right one. My other sessions, opened with the password alone, end. */
export const confirmSecondFactor = (
  ctx: SessionContext,
  { session, code }: { readonly session: LiveSession; readonly code: string },
): Promise<{ recoveryCodes: string[] }> =>
  ctx.app.db.withSystem(async (tx) => {
    requireOff(await lockMe(ctx, tx))
    if (!(await redeemAppCode(ctx.app, tx, ctx.userId, code.replaceAll(/\s/g, '')))) throw wrongCode()
    await tx.update(users).set({ secondFactorAt: ctx.app.now() }).where(eq(users.userId, ctx.userId))
    const made = await renewRecoveryCodes(tx, ctx.userId)
    await endSessions(tx, { userId: ctx.userId, exceptHash: session.sessionHash })
    await announceMe(ctx, tx, session, false)
    return { recoveryCodes: made }
  })

/** Runs `work` in a transaction if the password and the code are mine. Codes are counted as in a sign-in, once the password was right. */
const withProof = async <T>(
  ctx: SessionContext,
  proof: Asker & SecondFactorProof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const counted = await requirePassword(ctx, proof, requireOn)
  const { session, address, deviceHash, code } = proof
  const attempt = { email: session.email, userId: ctx.userId, address, deviceHash, alone: true }
  const codes = await countCodeOf(ctx.app.db, attempt, ctx.app.now())
  const refusal = wrongCode()
  const done = ctx.app.db.withSystem(async (tx) => {
    requireOn(await lockMe(ctx, tx))
    if ((await redeemCode(ctx.app, tx, ctx.userId, code)) === null) throw refusal
    const result = await work(tx)
    await announceMe(ctx, tx, session, false)
    await forgiveCodes(tx, codes)
    await forgiveSignInAttempts(tx, counted)
    return result
  })
  return done.catch(async (error: unknown) => {
    if (error === refusal) await warnOfWrongCodes(ctx.app, codes)
    throw error
  })
}

/** Makes ten new recovery codes in place of the old ones. */
export const renewMyRecoveryCodes = (
  ctx: SessionContext,
  proof: Asker & SecondFactorProof,
): Promise<{ recoveryCodes: string[] }> =>
  withProof(ctx, proof, async (tx) => ({ recoveryCodes: await renewRecoveryCodes(tx, ctx.userId) }))

/** Asks for the password alone from now on. */
export const turnOffSecondFactor = (ctx: SessionContext, proof: Asker & SecondFactorProof): Promise<SecondFactor> =>
  withProof(ctx, proof, async (tx) => {
    await removeSecondFactor(tx, ctx.userId)
    return present(ctx, tx)
  })
