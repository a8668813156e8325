import { sql } from 'drizzle-orm'
import { zoneOfReader } from '#contract/time-zones.ts'
import { type Actor, roleOf } from '#domain/access/rights.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** Columns from users, memberships and tenants that determine a person's rights in one organization. */
export const personColumns = {
  user: {
    userId: users.userId,
    name: users.name,
    displayName: users.displayName,
    email: users.email,
    isSuperAdmin: users.isSuperAdmin,
    status: users.status,
    preferences: users.preferences,
  },
  membership: {
    access: memberships.access,
    workCenterIds: memberships.workCenterIds,
    status: memberships.status,
  },
  tenant: { tenantId: tenants.tenantId, name: tenants.name, timeZone: tenants.timeZone },
} as const

/** A server that replaced another one may give the same numbers to other transactions. */
const started = sql`pg_postmaster_start_time()::text`

/** The state of the database, and of the organization, in which a person is read. */
export const marks = {
  all: sql<string>`concat_ws(' ', pg_current_snapshot()::text, ${started})`,
  shop: sql<string>`concat_ws(' ', ${tenants.tenantId}, ${tenants.changeNumber}, ${started})`,
}

type UserFacts = Pick<
  typeof users.$inferSelect,
  'userId' | 'name' | 'displayName' | 'isSuperAdmin' | 'status' | 'preferences'
>
type TenantFacts = Pick<typeof tenants.$inferSelect, 'tenantId' | 'name' | 'timeZone'>

interface Person {
  readonly user: UserFacts
  /** null = not a member. */
  readonly membership: Pick<typeof memberships.$inferSelect, 'access' | 'workCenterIds' | 'status'> | null
  /** null = none, or it is not active. */
  readonly tenant: TenantFacts | null
}

/** Name, zone and role of a person. `reachable` is the organization, or null when the person may not work in it. */
export const factsOf = ({ user, membership, tenant }: Person) => {
  const reachable = tenant !== null && (membership?.status === 'Active' || user.isSuperAdmin) ? tenant : null
  return {
    userId: user.userId,
    userName: user.displayName || user.name,
    role: roleOf({
      access: (reachable && membership?.access) ?? 'view',
      isSuperAdmin: user.isSuperAdmin,
    }),
    workCenterIds: (reachable && membership?.workCenterIds) ?? null,
    timeZone: zoneOfReader({ chosen: user.preferences.timezone, organization: reachable?.timeZone }),
    reachable,
  }
}

/** A person who holds a credential for one organization, with the present rights there. */
export interface Holder extends Actor {
  readonly userId: string
  readonly tenantId: string
  readonly userName: string
  /** IANA zone. */
  readonly timeZone: string
}

/** null when the account is disabled, the organization is not active, or the person is no longer an active member. */
export const holderOf = (person: Person): Holder | null => {
  const { reachable, ...facts } = factsOf(person)
  if (person.user.status !== 'Active' || reachable === null) return null
  return { ...facts, tenantId: reachable.tenantId }
}
