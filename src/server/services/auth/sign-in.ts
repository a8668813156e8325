import { eq } from 'drizzle-orm'
import type { LoginInput, SessionValidation } from '#contract/auth.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { users } from '../../db/tables/users.table.ts'
import { AppError } from '../../errors.ts'
import { hasEmail, isStorable } from '../credentials/email.ts'
import { findKnownDevice } from '../credentials/known-device.ts'
import { hashPassword, maxRunning, needsRehash, verifyPassword } from '../credentials/password-hash.ts'
import { secretHash } from '../credentials/secrets.ts'
import { Semaphore } from '../credentials/semaphore.ts'
import { type CountedAttempt, countSignInAttempt, forgiveSignInAttempts } from '../credentials/throttle.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { endSession } from '../sessions/sessions.ts'
import { noteAttempt } from '../sessions/sign-in-log.ts'
import { type Account, type Entered, enterAccount, findAccounts, type Origin } from './enter-account.ts'
import { askForCode, type CodeAsked } from './sign-in-with-code.ts'

interface SignIn extends Origin {
  readonly credentials: LoginInput
}

/** Created only once, because collecting a stack trace takes a sixth of the cost of a refusal. */
const refusal = new AppError('unavailable', 'Many people are signing in right now. Try again in a few seconds.', {
  cause: new Error('Too many sign-ins are waiting'),
  retryAfterSeconds: 5,
})

/** One more than hash their passwords: it is counted and looked up meanwhile. A sign-in that waits holds less than 100 KB. */
const newQueue = () => new Semaphore({ running: maxRunning + 1, waiting: 500 }, refusal)

/**
 * Before the first query of a sign-in, so that many sign-ins wait here and do not delay other queries. Known devices wait in a queue of
 * their own, which guesses cannot fill.
 */
export const signInQueues = { known: newQueue(), unknown: newQueue() } as const

/** One look at known devices at a time, so that sign-ins with invented devices do not delay other queries. */
const lookingUp = new Semaphore({ running: 1, waiting: 100 })

const isKnown = async (app: AppServices, { credentials: { email }, deviceHash }: SignIn): Promise<boolean> => {
  if (deviceHash === null) return false
  const look = () => app.db.readSystem((tx) => findKnownDevice(tx, { email, deviceHash, now: app.now() }))
  // If too many lookups are running, or the database is unavailable, the device counts as unknown.
  return (await lookingUp.run(look).catch(() => null)) !== null
}

/** Counts and notes the attempt, then compares the password. Unknown and disabled accounts also cost exactly one hash. */
const authenticate = async (
  app: AppServices,
  { credentials, address, deviceHash, userAgent }: SignIn,
  signInId: string,
): Promise<{ user: Account; counted: CountedAttempt }> => {
  const { email, password } = credentials
  const now = app.now()
  const attempt = { signInId, email, outcome: 'refused', now, address, userAgent } as const
  const note = (tx: Tx) => noteAttempt(tx, attempt)
  const counted = await countSignInAttempt(app.db, { email, address, deviceHash, note }, now)
  const [found] = isStorable(email) ? await app.db.readSystem((tx) => findAccounts(tx, hasEmail(email))) : []
  const user = found?.user ?? null
  const matches = await verifyPassword(password, user?.passwordHash ?? null)
  if (!user || !matches || user.status !== 'Active' || found?.isShutOut) {
    throw new AppError('invalid_credentials', 'Invalid email or password. Please try again.')
  }
  return { user, counted }
}

/**
 * Signs in, or asks for a code where the account has a second factor: then there is no session, and the answer of the password
 * is to be completed with `signInWithCode`.
 */
export const login = async (app: AppServices, signIn: SignIn): Promise<Entered | CodeAsked> => {
  const signInId = orderedId()
  const queue = signInQueues[(await isKnown(app, signIn)) ? 'known' : 'unknown']
  const { user, counted } = await queue.run(() => authenticate(app, signIn, signInId))
  const { address, deviceHash, userAgent, previousSessionHash } = signIn
  const { password, rememberMe = false } = signIn.credentials
  const stronger = user.passwordHash && needsRehash(user.passwordHash) ? await hashPassword(password) : null
  return app.db.withSystem(async (tx) => {
    if (stronger) await tx.update(users).set({ passwordHash: stronger }).where(eq(users.userId, user.userId))
    if (user.secondFactorAt) return askForCode(app, tx, { userId: user.userId, rememberMe, signInId, counted })
    await forgiveSignInAttempts(tx, counted)
    const origin = { address, deviceHash, userAgent, previousSessionHash }
    return enterAccount(app, tx, { user, rememberMe, signInId, outcome: 'password', ...origin })
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
  isAdmin: session.tenant !== null && isAdminRole(session.role),
  ...(session.tenant !== null && { access: session.role === 'superAdmin' ? 'admin' : session.role }),
  workCenterIds: session.tenant === null || isAdminRole(session.role) ? null : (session.workCenterIds?.slice() ?? null),
  isSuperAdmin: session.isSuperAdmin,
  tenantId: session.tenant?.tenantId ?? null,
  tenantName: session.tenant?.name ?? null,
  expiresAt: session.endsAt.toISOString(),
})
