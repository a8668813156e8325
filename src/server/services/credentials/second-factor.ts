import { randomBytes } from 'node:crypto'
import { and, count, eq, lt } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { recoveryCodes, secondFactors } from '../../db/tables/second-factors.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { needsSealing, openText, sealText } from './sealed-text.ts'
import { secretHash } from './secrets.ts'
import { forgetWrongCodes } from './throttle.ts'
import { fromBase32, stepOfCode, toBase32 } from './totp.ts'

const lockOf = ({ secretsKey }: AppServices, userId: string) => ({ secretsKey, owner: userId })

/** Stores a secret that is not in use yet, in place of an earlier one. */
export const storeAppSecret = async (app: AppServices, tx: Tx, userId: string, appSecret: string): Promise<void> => {
  const secret = sealText(appSecret, lockOf(app, userId))
  await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: secondFactors.userId, set: { secret, lastStep: 0 } })
}

/** Accepts a code of the authenticator app once: never again, and no earlier one after it, even for parallel requests. */
export const redeemAppCode = async (app: AppServices, tx: Tx, userId: string, code: string): Promise<boolean> => {
  const [held] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  if (!held) return false
  const lock = lockOf(app, userId)
  const appSecret = openText(held.secret, lock)
  const step = stepOfCode(fromBase32(appSecret), code, app.now())
  if (step === null) return false
  const secret = needsSealing(held.secret, lock.secretsKey) ? sealText(appSecret, lock) : held.secret
  const accepted = await tx
    .update(secondFactors)
    .set({ lastStep: step, secret })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return accepted.length > 0
}

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** Without what people add or change when they copy a code. */
const bare = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Ten codes of 80 random bits, such as `ABCD-EFGH-IJKL-MNOP`, in place of the earlier ones. Only their hashes are stored. */
export const renewRecoveryCodes = async (tx: Tx, userId: string): Promise<string[]> => {
  const bareCodes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(recoveryCodeBytes)))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(bareCodes.map((code) => ({ userId, codeHash: secretHash(code) })))
  return bareCodes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

const redeemRecoveryCode = async (tx: Tx, userId: string, code: string): Promise<boolean> => {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, secretHash(code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Accepts a code of the app or a recovery code, once. Says which it was; null = neither. */
export const redeemCode = async (
  app: AppServices,
  tx: Tx,
  userId: string,
  given: string,
): Promise<'code' | 'recoveryCode' | null> => {
  const code = bare(given)
  if (/^\d+$/.test(code)) return (await redeemAppCode(app, tx, userId, code)) ? 'code' : null
  return (await redeemRecoveryCode(tx, userId, code)) ? 'recoveryCode' : null
}

/** Number of unused recovery codes. */
export const countRecoveryCodes = async (tx: Tx, userId: string): Promise<number> => {
  const [row] = await tx.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}

/** From now on signing in asks for the password alone. */
export const removeSecondFactor = async (tx: Tx, userId: string): Promise<void> => {
  await tx.update(users).set({ secondFactorAt: null }).where(eq(users.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await forgetWrongCodes(tx, userId)
}
