import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { ConflictError, ValidationError } from '../../errors.ts'
import { refuseWeakPassword } from '../credentials/common-passwords.ts'
import { hasEmail } from '../credentials/email.ts'
import { hashPassword, verifyPassword } from '../credentials/password-hash.ts'
import { secretHash } from '../credentials/secrets.ts'
import { countSignInAttempt, forgiveSignInAttempts } from '../credentials/throttle.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findOpenInvitation, type InvitationRow, takeInvitation, takeOpenInvitations } from '../users/invitations.ts'
import { linkRefusal, recordOfAccount } from './one-time-links.ts'

interface Acceptance {
  readonly token: string
  readonly password: string
  /** Network address of the caller. null = unknown. */
  readonly address: string | null
  readonly deviceHash: string | null
  readonly requestId: string
}

type Account = typeof users.$inferSelect

const findOpen = async (tx: Tx, tokenHash: string, now: Date) => {
  const open = await findOpenInvitation(tx, tokenHash, now)
  if (!open) return null
  const [account] = await tx.select().from(users).where(hasEmail(open.invitation.email))
  return { invitation: open.invitation, account: account ?? null }
}

/**
 * Throws unless the password belongs to the account, or is acceptable for a new account. A common password is refused
 * first, so that the answer does not show whether there is an account.
 */
const requireOwner = async (invitation: InvitationRow, account: Account | null, password: string): Promise<void> => {
  const matches = await verifyPassword(password, account?.passwordHash ?? null)
  if (account && matches && account.status === 'Active') return
  refuseWeakPassword(password, 'password', invitation)
  if (!account) return
  throw new ValidationError([
    { path: 'password', message: 'This email has an account already, and this is not its password.' },
  ])
}

/** The account that joins: the existing one if it has not changed since its password was compared, or a new one. */
const joiningAccount = async (
  tx: Tx,
  { email, name, displayName }: InvitationRow,
  before: Account | null,
  passwordHash: string | null,
): Promise<Account> => {
  const [now] = before
    ? await tx.select().from(users).where(eq(users.userId, before.userId)).for('update')
    : await tx.insert(users).values({ userId: randomUUID(), email, name, displayName, passwordHash }).returning()
  if (!now || (before && (now.passwordHash !== before.passwordHash || now.status !== before.status))) {
    throw new ConflictError('The account was changed in the meantime. Try again.')
  }
  return now
}

interface Joining {
  readonly invitation: InvitationRow
  readonly account: Account
  readonly requestId: string
}

/** Makes an account a member of the organization that has invited it. */
const join = async (app: AppServices, tx: Tx, { invitation, account, requestId }: Joining): Promise<void> => {
  const { tenantId, role, access, workCenterIds } = invitation
  const joined = { tenantId, userId: account.userId, role, access, workCenterIds, createdAt: app.now() }
  await tx.insert(memberships).values(joined)
  const changes = [
    { field: 'email', from: null, to: account.email },
    { field: 'invitation', from: 'Invited', to: 'Accepted' },
  ]
  await recordOfAccount(app, tx, { tenantId, account, action: 'create', changes, requestId })
}

/**
 * Accepts an invitation with its link and the password of the account, and makes the account a member of the
 * organization. An existing account keeps its name and password. Its open sessions and its password links end, so that
 * an earlier admin of the account keeps no access. 422 for a used, unknown or expired link, 400 for a wrong or common
 * password, 429 after too many attempts.
 */
export const acceptInvitation = async (
  app: AppServices,
  { token, password, address, deviceHash, requestId }: Acceptance,
): Promise<{ email: string }> => {
  const tokenHash = secretHash(token)
  const open = await app.db.readSystem((tx) => findOpen(tx, tokenHash, app.now()))
  if (!open) throw linkRefusal()
  const attempt = { email: open.invitation.email, address, deviceHash }
  const counted = await countSignInAttempt(app.db, attempt, app.now())
  await requireOwner(open.invitation, open.account, password)
  const passwordHash = open.account ? null : await hashPassword(password)
  return app.db.withSystem(async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash)
    if (!invitation) throw linkRefusal()
    const account = await joiningAccount(tx, invitation, open.account, passwordHash)
    const { userId, email } = account
    await join(app, tx, { invitation, account, requestId })
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
    await endSessions(tx, { userId })
    await forgiveSignInAttempts(tx, counted)
    return { email }
  })
}

/**
 * Creates an account without a password for a person whose e-mail an identity provider has verified, as a member of all
 * organizations that invited this e-mail with links that are still valid. Returns null if there is no invitation. Only
 * for an e-mail without an account: an existing one may belong to another person, and joins with its password.
 */
export const joinAsInvited = async (
  app: AppServices,
  tx: Tx,
  { email, requestId }: { readonly email: string; readonly requestId: string },
): Promise<Account | null> => {
  const [first, ...others] = await takeOpenInvitations(tx, email, app.now())
  if (!first) return null
  const account = await joiningAccount(tx, first, null, null)
  for (const invitation of [first, ...others]) await join(app, tx, { invitation, account, requestId })
  return account
}
