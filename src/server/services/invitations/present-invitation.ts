import { Preferences, type User } from '#contract/users.ts'
import { settingsOf } from '../users/present-user.ts'
import type { InvitationRow } from './store-invitation.ts'

/** Somebody invited, as a user of the interface: what was typed, under the invitation's own id, and nothing of any account. */
export const presentInvitation = (row: InvitationRow, tenantName: string | null): User => ({
  id: row.invitationId,
  userId: row.invitationId,
  tenantId: row.tenantId,
  email: row.email,
  name: row.name,
  displayName: row.displayName,
  avatarUrl: null,
  isAdmin: row.isAdmin,
  isSuperAdmin: false,
  role: row.role,
  status: 'Invited',
  currentTenantName: tenantName,
  preferences: Preferences.parse({}),
  settings: settingsOf({}),
})
