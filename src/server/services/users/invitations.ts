import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type OneTimeLink, Preferences, type User } from '#contract/users.ts'
import type { Tx } from '../../db/database.ts'
import { invitations, tenants } from '../../db/tables/tenants.table.ts'
import { makeLinkToken } from '../credentials/secrets.ts'
import { settingsOf } from './find-user.ts'

export type InvitationRow = typeof invitations.$inferSelect

type NewInvitation = Pick<InvitationRow, 'tenantId' | 'email' | 'name' | 'displayName' | 'role' | 'access'> &
  Partial<Pick<InvitationRow, 'workCenterIds'>>

const newLink = (now: Date) => {
  const { token, tokenHash, expiresAt } = makeLinkToken(now)
  const link: OneTimeLink = { kind: 'invitation', linkToken: token, expiresAt: expiresAt.toISOString() }
  return { stored: { tokenHash, linkExpiresAt: expiresAt }, link }
}

const isThis = ({ tenantId, invitationId }: Pick<InvitationRow, 'tenantId' | 'invitationId'>) =>
  and(eq(invitations.tenantId, tenantId), eq(invitations.invitationId, invitationId))

/**
 * Stores an invitation with its first link. Does not read, create or change any account, so it works the same whether or
 * not the e-mail has an account.
 */
export const storeInvitation = async (
  tx: Tx,
  invitation: NewInvitation,
  now: Date,
): Promise<{ row: InvitationRow; link: OneTimeLink }> => {
  const { stored, link } = newLink(now)
  const [row] = await tx
    .insert(invitations)
    .values({ ...invitation, ...stored, invitationId: randomUUID(), createdAt: now })
    .returning()
  if (!row) throw new Error('An invitation vanished inside its own transaction')
  return { row, link }
}

/** Creates the next link of an invitation. The earlier link stops working. */
export const renewLink = async (tx: Tx, invitation: InvitationRow, now: Date): Promise<OneTimeLink> => {
  const { stored, link } = newLink(now)
  await tx.update(invitations).set(stored).where(isThis(invitation))
  return link
}

export const changeInvitation = async (
  tx: Tx,
  invitation: InvitationRow,
  changes: Partial<Pick<InvitationRow, 'name' | 'displayName' | 'role' | 'access' | 'workCenterIds'>>,
): Promise<InvitationRow> => {
  if (Object.values(changes).every((value) => value === undefined)) return invitation
  const [row] = await tx.update(invitations).set(changes).where(isThis(invitation)).returning()
  if (!row) throw new Error('A locked invitation vanished')
  return row
}

export const deleteInvitation = async (tx: Tx, invitation: InvitationRow): Promise<void> => {
  await tx.delete(invitations).where(isThis(invitation))
}

/** The open invitations of an organization, by name. */
export const findInvitations = (tx: Tx, tenantId: string): Promise<InvitationRow[]> =>
  tx
    .select()
    .from(invitations)
    .where(eq(invitations.tenantId, tenantId))
    .orderBy(invitations.name, invitations.invitationId)

/** One invitation of an organization. null for an unknown id. */
export const findInvitation = async (tx: Tx, tenantId: string, invitationId: string): Promise<InvitationRow | null> => {
  const [row] = await tx.select().from(invitations).where(isThis({ tenantId, invitationId }))
  return row ?? null
}

/** One invitation of an organization, locked. null for an unknown id. */
export const lockInvitation = async (tx: Tx, tenantId: string, invitationId: string): Promise<InvitationRow | null> => {
  const [row] = await tx.select().from(invitations).where(isThis({ tenantId, invitationId })).for('update')
  return row ?? null
}

/** E-mails are compared without regard to case. */
const sameEmail = (email: string) => sql`lower(${invitations.email}) = ${email.trim().toLowerCase()}`

/** True if the organization has already invited this e-mail, ignoring case. */
export const isInvited = async (tx: Tx, tenantId: string, email: string): Promise<boolean> => {
  const found = await tx
    .select({ invitationId: invitations.invitationId })
    .from(invitations)
    .where(and(eq(invitations.tenantId, tenantId), sameEmail(email)))
  return found.length > 0
}

/** The invitation of a valid link, with its organization, which must not be archived. */
export const findOpenInvitation = async (tx: Tx, tokenHash: string, now: Date) => {
  const [row] = await tx
    .select({ invitation: invitations, organizationName: tenants.name })
    .from(invitations)
    .innerJoin(tenants, and(eq(tenants.tenantId, invitations.tenantId), eq(tenants.status, 'Active')))
    .where(and(eq(invitations.tokenHash, tokenHash), gt(invitations.linkExpiresAt, now)))
  return row ?? null
}

/** Removes and returns the invitations of an e-mail whose links are valid. Of two parallel calls one gets none. */
export const takeOpenInvitations = (tx: Tx, email: string, now: Date): Promise<InvitationRow[]> => {
  const isOpen = sql`${invitations.tenantId} in (select t.tenant_id from ${tenants} t where t.status = 'Active')`
  return tx
    .delete(invitations)
    .where(and(sameEmail(email), gt(invitations.linkExpiresAt, now), isOpen))
    .returning()
}

/** Removes and returns the invitation of a link. Of two parallel calls one gets null. */
export const takeInvitation = async (tx: Tx, tokenHash: string): Promise<InvitationRow | null> => {
  const [row] = await tx.delete(invitations).where(eq(invitations.tokenHash, tokenHash)).returning()
  return row ?? null
}

/** An invitation in the form of a user: the typed facts and the id of the invitation, without data of any account. */
export const presentInvitation = (row: InvitationRow, tenantName: string | null): User => ({
  id: row.invitationId,
  userId: row.invitationId,
  tenantId: row.tenantId,
  email: row.email,
  name: row.name,
  displayName: row.displayName,
  avatarUrl: null,
  isAdmin: row.access === 'admin',
  access: row.access,
  workCenterIds: row.workCenterIds && [...row.workCenterIds],
  isSuperAdmin: false,
  role: row.role,
  status: 'Invited',
  currentTenantName: tenantName,
  preferences: Preferences.parse({}),
  settings: settingsOf({}, false),
})
