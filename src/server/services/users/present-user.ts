import { defaultSettings, NotificationSwitches, Preferences, type Settings, type User } from '#contract/users.ts'
import type { memberships, tenants } from '../../db/tables/tenants.table.ts'
import type { users } from '../../db/tables/users.table.ts'

/** A user row with its membership in one organisation; both null where there is none. */
export interface UserRow {
  readonly user: typeof users.$inferSelect
  readonly membership: typeof memberships.$inferSelect | null
  readonly tenant: Pick<typeof tenants.$inferSelect, 'tenantId' | 'name'> | null
}

const allCategories = NotificationSwitches.parse(defaultSettings.notificationCategories)

/** Stored settings over the specification's defaults. */
export const settingsOf = (stored: Partial<Settings>): Required<Settings> => ({
  notifications: { ...defaultSettings.notifications, ...stored.notifications },
  appearance: { ...defaultSettings.appearance, ...stored.appearance },
  language: stored.language ?? defaultSettings.language,
  privacy: { ...defaultSettings.privacy, ...stored.privacy },
  notificationCategories: { ...allCategories, ...stored.notificationCategories },
})

/** A user's status seen from an organisation: disabled there, or as an account. */
export const statusOf = ({ user, membership }: Pick<UserRow, 'user' | 'membership'>): string =>
  user.status === 'Active' ? (membership?.status ?? 'Active') : user.status

/** A user as the interface shows it, seen from one organisation. A super admin counts as admin of it. */
export const presentUser = ({ user, membership, tenant }: UserRow): User => ({
  id: user.userId,
  userId: user.userId,
  tenantId: tenant?.tenantId ?? null,
  email: user.email,
  name: user.name,
  displayName: user.displayName,
  avatarUrl: user.avatarUrl,
  isAdmin: (membership?.isAdmin ?? false) || (user.isSuperAdmin && tenant !== null),
  isSuperAdmin: user.isSuperAdmin,
  role: membership?.role ?? 'User',
  status: statusOf({ user, membership }),
  currentTenantName: tenant?.name ?? null,
  preferences: Preferences.parse(user.preferences),
  settings: settingsOf(user.settings),
})
