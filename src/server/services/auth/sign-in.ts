import { and, eq, sql } from 'drizzle-orm'
import type { LoginInput, LoginResult, SessionValidation } from '#contract/auth.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { AppError } from '../../errors.ts'
import { hasEmail, isStorable } from '../credentials/email.ts'
import { type DeviceMark, rememberDevice } from '../credentials/known-device.ts'
import { hashPassword, needsRehash, verifyPassword, withSignInGate } from '../credentials/password-hash.ts'
import { secretHash } from '../credentials/secrets.ts'
import { type CountedAttempt, countSignInAttempt, forgiveSignInAttempts } from '../credentials/throttle.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { createSession, endSession, type OpenedSession } from '../sessions/sessions.ts'
import { choosableTenants } from '../tenants/list-tenants.ts'

/** Whether the stored membership makes the user an admin of the organization. */
const isAdminOf = async (tx: Tx, userId: string, tenantId: string): Promise<boolean> => {
  const [row] = await tx
    .select({ isAdmin: memberships.isAdmin })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.tenantId, tenantId)))
  return row?.isAdmin ?? false
}

interface SignIn {
  readonly credentials: LoginInput
  /** null = unknown. */
  readonly address: string | null
  /** Hash of the device cookie that the browser sent. */
  readonly deviceHash: string | null
  readonly userAgent: string
  /** Hash of the session that the browser sent. It is ended to prevent session fixation. */
  readonly previousSessionHash: string | null
}

type Account = typeof users.$inferSelect

/** An account is shut out if it is disabled in all its organizations. Accounts without an organization may sign in. */
const findAccounts = (tx: Tx, email: string) => {
  const memberOf = sql`select from ${memberships} m where m.user_id = ${users.userId}`
  const isShutOut = sql<boolean>`not ${users.isSuperAdmin} and exists (${memberOf}) and not exists (${memberOf} and m.status = 'Active')`
  return tx.select({ user: users, isShutOut }).from(users).where(hasEmail(email))
}

/** Counts the attempt, then compares the password. Unknown and disabled accounts also cost exactly one hash. */
const authenticate = async (
  app: AppServices,
  { credentials, address, deviceHash }: SignIn,
): Promise<{ user: Account; counted: CountedAttempt }> => {
  const { email, password } = credentials
  const counted = await countSignInAttempt(app.db, { email, address, deviceHash }, app.now())
  const [found] = isStorable(email) ? await app.db.readSystem((tx) => findAccounts(tx, email)) : []
  const user = found?.user ?? null
  const matches = await verifyPassword(password, user?.passwordHash ?? null)
  if (!user || !matches || user.status !== 'Active' || found?.isShutOut) {
    throw new AppError('invalid_credentials', 'Invalid email or password. Please try again.')
  }
  return { user, counted }
}

/** Signs in. Chooses the organization if there is only one. Otherwise, and for super admins, the picker follows. */
export const login = async (
  app: AppServices,
  signIn: SignIn,
): Promise<{ result: LoginResult; opened: OpenedSession; device: DeviceMark }> => {
  const { user, counted } = await withSignInGate(() => authenticate(app, signIn))
  const { address, deviceHash } = signIn
  const { password, rememberMe = false } = signIn.credentials
  const stronger =
    user.passwordHash && needsRehash(user.passwordHash) ? { passwordHash: await hashPassword(password) } : {}
  return app.db.withSystem(async (tx) => {
    await forgiveSignInAttempts(tx, counted)
    await tx
      .update(users)
      .set({ lastSignInAt: app.now(), ...stronger })
      .where(eq(users.userId, user.userId))
    if (signIn.previousSessionHash) await endSession(tx, signIn.previousSessionHash)
    const availableTenants = await choosableTenants(tx, user)
    const chosen = user.isSuperAdmin || availableTenants.length !== 1 ? null : (availableTenants[0] ?? null)
    const opened = await createSession(tx, app.now(), {
      userId: user.userId,
      tenantId: chosen?.tenantId ?? null,
      rememberMe,
      userAgent: signIn.userAgent,
      address: address ?? '',
    })
    const device = await rememberDevice(tx, { userId: user.userId, deviceHash, now: app.now() })
    const result: LoginResult = {
      success: true,
      requiresTenantSelection: chosen === null,
      error: null,
      userId: user.userId,
      email: user.email,
      name: user.displayName || user.name,
      isAdmin: chosen !== null && (await isAdminOf(tx, user.userId, chosen.tenantId)),
      isSuperAdmin: user.isSuperAdmin,
      tenantId: chosen?.tenantId ?? null,
      tenantName: chosen?.name ?? null,
      availableTenants,
    }
    return { result, opened, device }
  })
}

/** Ends the session of a cookie value, with its tokens and sockets. Signing out twice is no error. */
export const logout = (app: AppServices, secret: string | null): Promise<void> =>
  secret === null ? Promise.resolve() : app.db.withSystem((tx) => endSession(tx, secretHash(secret)))

/** The facts about a session that its client may know. */
export const validateSession = (session: LiveSession): SessionValidation => ({
  isValid: true,
  userId: session.userId,
  email: session.email,
  name: session.userName,
  isAdmin: session.tenant !== null && session.role !== 'user',
  isSuperAdmin: session.isSuperAdmin,
  tenantId: session.tenant?.tenantId ?? null,
  tenantName: session.tenant?.name ?? null,
  expiresAt: session.endsAt.toISOString(),
})
