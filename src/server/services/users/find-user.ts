import { and, eq, type SQL } from 'drizzle-orm'
import { defaultSettings, NotificationSwitches, Preferences, type Settings, type User } from '#contract/users.ts'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** A user row with its membership in one organization; both null where there is none. */
export interface UserRow {
  readonly user: typeof users.$inferSelect
  readonly membership: typeof memberships.$inferSelect | null
  readonly tenant: Pick<typeof tenants.$inferSelect, 'tenantId' | 'name'> | null
}

const allCategories = NotificationSwitches.parse(defaultSettings.notificationCategories)

/** True if signing in requires a code. */
export const hasSecondFactor = ({ secondFactorAt }: Pick<UserRow['user'], 'secondFactorAt'>): boolean =>
  secondFactorAt !== null

/** Stored settings over the specification's defaults. Whether signing in asks for a code is a fact of the account, not a stored choice. */
export const settingsOf = (stored: Partial<Settings>, twoFactorAuth: boolean): Required<Settings> => ({
  notifications: { ...defaultSettings.notifications, ...stored.notifications },
  appearance: { ...defaultSettings.appearance, ...stored.appearance },
  language: stored.language ?? defaultSettings.language,
  privacy: { ...defaultSettings.privacy, ...stored.privacy, twoFactorAuth },
  notificationCategories: { ...allCategories, ...stored.notificationCategories },
})

/** The status of a user in an organization. It is disabled if the membership or the account is. */
export const statusOf = ({ user, membership }: Pick<UserRow, 'user' | 'membership'>): string =>
  user.status === 'Active' ? (membership?.status ?? 'Active') : user.status

/** A user as the interface shows it, seen from one organization. A super admin counts as admin of it. */
export const presentUser = ({ user, membership, tenant }: UserRow): User => ({
  id: user.userId,
  userId: user.userId,
  tenantId: tenant?.tenantId ?? null,
  email: user.email,
  name: user.name,
  displayName: user.displayName,
  avatarUrl: user.avatarUrl,
  isAdmin: membership?.access === 'admin' || (user.isSuperAdmin && tenant !== null),
  isSuperAdmin: user.isSuperAdmin,
  role: membership?.role ?? 'User',
  ...(membership && { access: membership.access }),
  workCenterIds: membership?.workCenterIds ? [...membership.workCenterIds] : null,
  status: statusOf({ user, membership }),
  currentTenantName: tenant?.name ?? null,
  preferences: Preferences.parse(user.preferences),
  settings: settingsOf(user.settings, hasSecondFactor(user)),
})

/** Users matching a condition, each with its membership in the organization (null = no organization). */
export const findUsers = async (tx: Tx, tenantId: string | null, condition: SQL | undefined): Promise<UserRow[]> => {
  if (tenantId === null) {
    const rows = await tx.select().from(users).where(condition).orderBy(users.name, users.userId)
    return rows.map((user) => ({ user, membership: null, tenant: null }))
  }
  return tx
    .select({ user: users, membership: memberships, tenant: { tenantId: tenants.tenantId, name: tenants.name } })
    .from(users)
    .innerJoin(tenants, eq(tenants.tenantId, tenantId))
    .leftJoin(memberships, and(eq(memberships.userId, users.userId), eq(memberships.tenantId, tenantId)))
    .where(condition)
    .orderBy(users.name, users.userId)
}

/** One user by id, seen from an organization or none. */
export const findUser = async (tx: Tx, tenantId: string | null, userId: string): Promise<UserRow | null> =>
  (await findUsers(tx, tenantId, eq(users.userId, userId)))[0] ?? null
