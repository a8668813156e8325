import { randomUUID } from 'node:crypto'
import type { MemberAccess } from '#contract/vocabulary.ts'
import type { AppServices } from '#server/context.ts'
import { memberships } from '#server/db/tables/tenants.table.ts'
import { users } from '#server/db/tables/users.table.ts'
import { hashPassword } from '#server/services/credentials/password-hash.ts'
import { createSession } from '#server/services/sessions/sessions.ts'

/** A user who calls the server in a test; every new session cookie updates `secret`. */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly tenantId: string | null
  sessionSecret: string | null
  /** Calls with this API token, without a cookie and without the headers of our own client. */
  readonly apiToken?: string
  /** Also sends the cookie of this shop-floor device, in addition to the session's. */
  floorSecret?: string | null
}

/** `isAdmin` is a shorthand for admin rights; a member without either is a planner. */
export interface Membership {
  readonly tenantId: string
  readonly isAdmin?: boolean
  readonly access?: MemberAccess
  readonly workCenterIds?: readonly string[]
}

export interface UserOverrides {
  readonly email?: string
  readonly name?: string
  readonly password?: string
  readonly isSuperAdmin?: boolean
  readonly status?: 'Active' | 'Disabled'
  readonly memberOf?: readonly Membership[]
  /** Current organization of the session; defaults to the user's only one, null = none. */
  readonly worksIn?: string | null
  /** false = without a session. */
  readonly signedIn?: boolean
  readonly rememberMe?: boolean
}

/** Cheap hash parameters, because tests check who can sign in and not how long the hash takes. */
export const testCost = { memoryKib: 8, passes: 1, lanes: 1 }

/** Stores a user with memberships and, by default, an open session. */
export const buildUser = async (app: AppServices, overrides: UserOverrides = {}): Promise<Actor> => {
  const userId = randomUUID()
  const email = overrides.email ?? `user-${userId.slice(0, 8)}@example.com`
  const name = overrides.name ?? `User ${userId.slice(0, 4)}`
  const memberOf = overrides.memberOf ?? []
  const only = memberOf.length === 1 ? memberOf[0]?.tenantId : null
  const tenantId = overrides.worksIn === undefined ? (only ?? null) : overrides.worksIn
  const passwordHash = overrides.password === undefined ? null : await hashPassword(overrides.password, testCost)
  const sessionSecret = await app.db.withSystem(async (tx) => {
    await tx.insert(users).values({
      userId,
      email,
      name,
      displayName: name,
      passwordHash,
      isSuperAdmin: overrides.isSuperAdmin ?? false,
      status: overrides.status ?? 'Active',
    })
    for (const { isAdmin = false, access = isAdmin ? 'admin' : 'plan', ...member } of memberOf) {
      await tx.insert(memberships).values({ ...member, access, userId, createdAt: app.now() })
    }
    if (overrides.signedIn === false) return null
    const session = {
      userId,
      tenantId,
      rememberMe: overrides.rememberMe ?? false,
      userAgent: 'test',
      address: '127.0.0.1',
    }
    return (await createSession(tx, app.now(), session)).secret
  })
  return { userId, email, name, tenantId, sessionSecret }
}
