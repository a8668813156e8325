import { and, eq, gt, sql } from 'drizzle-orm'
import { productName } from '#contract/vocabulary.ts'
import { hourMs } from '#domain/time/units.ts'
import type { AppServices, MailFacts, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import type { OutboxMessage } from '../../db/tables/mail.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { hasEmail } from '../credentials/email.ts'
import { makeLinkToken, secretHash } from '../credentials/secrets.ts'
import { findOpenInvitation } from '../users/invitations.ts'
import { composeBroken } from './broken-exchange-mail.ts'
import { composeDigest } from './lateness-digest.ts'
import { type Mail, oneLine, writeMail } from './mail-text.ts'
import { composeMorningPlan } from './morning-plan-mail.ts'
import type { OutboxRow } from './take-mail.ts'

/** A message, and what to undo when it could not be sent. */
export interface ComposedMail {
  readonly mail: Mail
  readonly unsent?: () => Promise<void>
}

/** Maximum number of open links per account, so that a mailbox cannot be flooded. */
const mostOpenLinks = 3

const composeInvitation = async (
  app: AppServices,
  { publicOrigin }: MailFacts,
  token: string,
): Promise<Mail | null> => {
  const open = await app.db.readSystem((tx) => findOpenInvitation(tx, secretHash(token), app.now()))
  if (!open) return null
  const organization = oneLine(open.organizationName)
  return writeMail(open.invitation.email, `Join ${organization} on ${productName}`, [
    `You are invited to join ${organization} on ${productName}.`,
    { label: 'Accept the invitation', href: `${publicOrigin}/login?invitation=${encodeURIComponent(token)}` },
    'The link works once, within 24 hours. If you have an account with this email, you need its password. If not, you choose one.',
    'If you do not expect this invitation, ignore this message.',
  ])
}

/** An active account that works in an organization, with the first of these. A super admin is asked for elsewhere. */
const findAccount = async (tx: Tx, email: string) => {
  const [row] = await tx
    .select({ userId: users.userId, email: users.email, tenantId: memberships.tenantId })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.userId), eq(memberships.status, 'Active')))
    .innerJoin(tenants, and(eq(tenants.tenantId, memberships.tenantId), eq(tenants.status, 'Active')))
    .where(and(hasEmail(email), eq(users.status, 'Active'), eq(users.isSuperAdmin, false)))
    .orderBy(memberships.createdAt, memberships.tenantId)
    .limit(1)
  return row ?? null
}

/** Stores a new password link for the account of an e-mail. null without an account, or when it has enough open links. */
const storePasswordLink = (app: AppServices, email: string) =>
  app.db.withSystem(async (tx) => {
    const now = app.now()
    const account = await findAccount(tx, email)
    if (!account) return null
    const [open] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(passwordResets)
      .where(and(eq(passwordResets.userId, account.userId), gt(passwordResets.expiresAt, now)))
    if ((open?.count ?? 0) >= mostOpenLinks) return null
    const { token, tokenHash, expiresAt } = makeLinkToken(now, hourMs)
    const { userId, tenantId } = account
    await tx.insert(passwordResets).values({ tokenHash, userId, issuedInTenantId: tenantId, expiresAt })
    return { email: account.email, token, tokenHash }
  })

const composePassword = async (
  app: AppServices,
  { publicOrigin }: MailFacts,
  email: string,
): Promise<ComposedMail | null> => {
  const link = await storePasswordLink(app, email)
  if (!link) return null
  const mail = writeMail(link.email, `Set a new password for ${productName}`, [
    `Someone asked for a new password for your ${productName} account ${link.email}.`,
    { label: 'Set a new password', href: `${publicOrigin}/login?reset=${encodeURIComponent(link.token)}` },
    'The link works once, within an hour.',
    'If you did not ask for it, ignore this message. Your password stays as it is.',
  ])
  const unsent = () =>
    app.db.withSystem(async (tx) => {
      await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, link.tokenHash))
    })
  return { mail, unsent }
}

const composeWrongCodes = async (
  app: AppServices,
  { publicOrigin }: MailFacts,
  { userId, count }: Extract<OutboxMessage, { kind: 'wrongCodes' }>,
): Promise<Mail | null> => {
  const isActive = and(eq(users.userId, userId), eq(users.status, 'Active'))
  const [user] = await app.db.readSystem((tx) => tx.select({ email: users.email }).from(users).where(isActive))
  if (!user) return null
  return writeMail(user.email, `${count} wrong codes for your ${productName} account`, [
    `${count} wrong codes were entered for your account ${user.email}, after the right password.`,
    'If it was not you, your password is known to someone else: change it now. Your sign-ins are listed there too.',
    { label: 'Change your password', href: `${publicOrigin}/profile` },
    'Until the next right code, further ones are refused for longer and longer, except in a browser in which you have signed in before.',
  ])
}

/** A message about an organization for one of its members. */
const composeForMember = (
  ctx: TenantContext,
  facts: MailFacts,
  message: Extract<OutboxMessage, { kind: 'morningPlan' | 'brokenSource' | 'brokenExport' | 'digest' }>,
): Promise<Mail | null> => {
  if (message.kind === 'morningPlan') return composeMorningPlan(ctx, facts, message)
  if ('id' in message) return composeBroken(ctx, facts, message)
  return composeDigest(ctx, facts, message)
}

/**
 * Writes a message when it is sent, from what holds then: a withdrawn invitation, an unknown e-mail, a member who has
 * left or no longer wants e-mail get none (null). `contextOf` is the organization that a digest is about.
 */
export const composeMail = async (
  app: AppServices,
  { message, aboutTenantId }: OutboxRow,
  contextOf: (tenantId: string) => TenantContext,
): Promise<ComposedMail | null> => {
  if (!app.mail) return null
  if (message.kind === 'password') return composePassword(app, app.mail, message.email)
  if (message.kind === 'invitation') {
    const mail = await composeInvitation(app, app.mail, message.token)
    return mail && { mail }
  }
  if (message.kind === 'wrongCodes') {
    const mail = await composeWrongCodes(app, app.mail, message)
    return mail && { mail }
  }
  if (aboutTenantId === null) return null
  const ctx = contextOf(aboutTenantId)
  const mail = await composeForMember(ctx, app.mail, message)
  return mail && { mail }
}
