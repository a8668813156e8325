import { createHmac } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { pendingSingleSignOns, singleSignOnLinks } from '../../db/tables/single-sign-on.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import { expiredSignIn, type Identity, type IdentityProvider, type SignInProof } from '../../identity-provider.ts'
import { hasEmail, isStorable } from '../credentials/email.ts'
import { makeLinkToken, secretHash } from '../credentials/secrets.ts'
import { countSingleSignOn, forgiveSingleSignOn } from '../credentials/throttle.ts'
import { noteAttempt } from '../sessions/sign-in-log.ts'
import { joinAsInvited } from './accept-invitation.ts'
import { type Account, type Entered, enterAccount, findAccounts, type Origin } from './enter-account.ts'

const pendingMs = 10 * 60_000

const providerOf = ({ identityProvider }: AppServices): IdentityProvider => {
  if (!identityProvider) throw new NotFoundError()
  return identityProvider
}

/** All that the provider has to repeat or prove follows from the secret of the cookie, so that nothing of it is stored. */
const proofOf = (secret: string): SignInProof => {
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), codeVerifier: derived('code verifier') }
}

interface Beginning {
  readonly redirect?: string
  readonly rememberMe?: boolean
  /** Network address of the caller; null = unknown. */
  readonly address: string | null
}

/**
 * Begins a single sign-on. Returns the address for the browser and the value of its cookie. 404 if single sign-on is
 * not configured, 429 after many unfinished ones.
 */
export const beginSingleSignOn = async (
  app: AppServices,
  { redirect, rememberMe = false, address }: Beginning,
): Promise<{ address: string; pendingSecret: string }> => {
  const provider = providerOf(app)
  await countSingleSignOn(app.db, address, app.now())
  const { token: pendingSecret, tokenHash, expiresAt } = makeLinkToken(app.now(), pendingMs)
  const signInAddress = await provider.signInAddress(proofOf(pendingSecret))
  const returnPath = redirect !== undefined && isStorable(redirect) ? redirect : null
  await app.db.withSystem((tx) =>
    tx.insert(pendingSingleSignOns).values({ tokenHash, rememberMe, returnPath, expiresAt }),
  )
  return { address: signInAddress, pendingSecret }
}

const isPending = (pendingSecret: string, now: Date) =>
  and(eq(pendingSingleSignOns.tokenHash, secretHash(pendingSecret)), gt(pendingSingleSignOns.expiresAt, now))

/** The page of this application to which the provider's answer leads, and which sends it on. Changes nothing. */
export const singleSignOnPage = async (
  app: AppServices,
  { pendingSecret, answer }: { readonly pendingSecret: string | null; readonly answer: string },
): Promise<string> => {
  providerOf(app)
  const search = new URLSearchParams({ sso: answer })
  const [pending] =
    pendingSecret === null
      ? []
      : await app.db.readSystem((tx) =>
          tx.select().from(pendingSingleSignOns).where(isPending(pendingSecret, app.now())),
        )
  if (pending?.returnPath) search.set('redirect', pending.returnPath)
  return `/login?${search}`
}

interface Found {
  readonly user: Account
  /** Why the account may not sign in; null if it may. */
  readonly refusal: AppError | null
}

const refused = (message: string) => new AppError('invalid_credentials', message)

/** The e-mail of a person whose account is not linked yet. Without the word of the provider, anybody could claim any address. */
const verifiedEmail = ({ email, isEmailVerified }: Identity): string => {
  if (email === null || email.length > 320 || !isStorable(email)) {
    throw refused('The single sign-on service did not tell your e-mail address. Contact your administrator.')
  }
  if (!isEmailVerified) {
    throw refused(
      `The single sign-on service has not verified the e-mail address ${email}. Verify it there, and try again.`,
    )
  }
  return email
}

const linkOf = async (tx: Tx, issuer: string, condition: ReturnType<typeof eq>) => {
  const [link] = await tx
    .select()
    .from(singleSignOnLinks)
    .where(and(eq(singleSignOnLinks.issuer, issuer), condition))
  return link ?? null
}

const refusalOf = ({ status, isSuperAdmin }: Account, isShutOut: boolean): AppError | null => {
  if (status !== 'Active' || isShutOut) return refused('Invalid email or password. Please try again.')
  // Whatever the provider asks for, it must not open every organization.
  return isSuperAdmin ? refused('Super admins sign in with their password, not with single sign-on.') : null
}

const found = ({ user, isShutOut }: { user: Account; isShutOut: boolean }): Found => ({
  user,
  refusal: refusalOf(user, isShutOut),
})

/**
 * The account of a person: the linked one, whatever its e-mail is by now, or else the one with the verified e-mail, or a new one if the
 * e-mail was invited. Links it. Throws when there is none.
 */
const accountOf = async (app: AppServices, tx: Tx, identity: Identity, requestId: string): Promise<Found> => {
  const { issuer, subject } = identity
  const known = await linkOf(tx, issuer, eq(singleSignOnLinks.subject, subject))
  if (known) {
    const [linked] = await findAccounts(tx, eq(users.userId, known.userId))
    if (linked) return found(linked)
  }
  const email = verifiedEmail(identity)
  const [held] = await findAccounts(tx, hasEmail(email))
  const invited = held ? null : await joinAsInvited(app, tx, { email, requestId })
  const account = invited ? { user: invited, isShutOut: false } : held
  if (!account) throw refused(`No account here has the e-mail address ${email}. Ask an administrator to invite you.`)
  const { userId } = account.user
  const other = await linkOf(tx, issuer, eq(singleSignOnLinks.userId, userId))
  if (other) {
    const message = `The account with the e-mail address ${email} is linked to another person at the single sign-on service. Ask an administrator for a link to set a password.`
    return { user: account.user, refusal: refused(message) }
  }
  const judged = found(account)
  if (judged.refusal === null) {
    await tx.insert(singleSignOnLinks).values({ issuer, subject, userId, linkedAt: app.now() })
  }
  return judged
}

interface Answer extends Origin {
  /** The value of the cookie; null = there is none. */
  readonly pendingSecret: string | null
  /** The query with which the provider sent the browser back. */
  readonly answer: string
  readonly requestId: string
}

/** Finishes a single sign-on, once. The second factor of the account is not asked for: the provider decides how people prove themselves. */
export const finishSingleSignOn = async (
  app: AppServices,
  { pendingSecret, answer, requestId, ...origin }: Answer,
): Promise<Entered & { readonly rememberMe: boolean }> => {
  const provider = providerOf(app)
  if (pendingSecret === null) throw expiredSignIn()
  // Claimed before the provider is asked, so that only one of two requests with the same answer continues.
  const [pending] = await app.db.withSystem((tx) =>
    tx.delete(pendingSingleSignOns).where(isPending(pendingSecret, app.now())).returning(),
  )
  if (!pending) throw expiredSignIn()
  const identity = await provider.identify(answer, proofOf(pendingSecret))
  const { rememberMe } = pending
  const { address, userAgent } = origin
  const entered = await app.db.withSystem(async (tx) => {
    const { user, refusal } = await accountOf(app, tx, identity, requestId)
    const signInId = orderedId()
    await noteAttempt(tx, { signInId, email: user.email, outcome: 'refused', now: app.now(), address, userAgent })
    if (refusal) return refusal
    await forgiveSingleSignOn(tx, address)
    return enterAccount(app, tx, { user, rememberMe, signInId, outcome: 'singleSignOn', ...origin })
  })
  if (entered instanceof AppError) throw entered
  return { ...entered, rememberMe }
}
