import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { LoginResult } from '#contract/auth.ts'
import type { SignInOutcome } from '#contract/sign-ins.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { type DeviceMark, rememberDevice } from '../credentials/known-device.ts'
import { createSession, endSession, type OpenedSession } from '../sessions/sessions.ts'
import { noteOutcome } from '../sessions/sign-in-log.ts'
import { choosableTenants } from '../tenants/list-tenants.ts'

export type Account = typeof users.$inferSelect

/** The browser that signs in. */
export interface Origin {
  /** null = unknown. */
  readonly address: string | null
  /** Hash of the device cookie that the browser sent. */
  readonly deviceHash: string | null
  readonly userAgent: string
  /** Hash of the session that the browser sent. It is ended to prevent session fixation. */
  readonly previousSessionHash: string | null
}

/** An account is shut out if it is disabled in all its organizations. Accounts without an organization may sign in. */
export const findAccounts = (tx: Tx, condition: SQL) => {
  const memberOf = sql`select from ${memberships} m where m.user_id = ${users.userId}`
  const isShutOut = sql<boolean>`not ${users.isSuperAdmin} and exists (${memberOf}) and not exists (${memberOf} and m.status = 'Active')`
  return tx.select({ user: users, isShutOut }).from(users).where(condition)
}

/** The rights that the stored membership gives the user in the organization. */
const rightIn = async (tx: Tx, userId: string, tenantId: string) => {
  const [row] = await tx
    .select({ access: memberships.access, workCenterIds: memberships.workCenterIds })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.tenantId, tenantId)))
  return row && { access: row.access, workCenterIds: row.workCenterIds && [...row.workCenterIds] }
}

interface Entry extends Origin {
  readonly user: Account
  readonly rememberMe: boolean
  /** Its row among the noted sign-ins. */
  readonly signInId: string
  readonly outcome: SignInOutcome
}

/** A signed-in account: the answer and the values for the cookies. */
export interface Entered {
  readonly result: LoginResult
  readonly opened: OpenedSession
  readonly device: DeviceMark
}

/**
 * Opens the session of an account that has proved who it is. Chooses the organization if there is only one. Otherwise, and for
 * super admins, the picker follows.
 */
export const enterAccount = async (app: AppServices, tx: Tx, entry: Entry): Promise<Entered> => {
  const { user, rememberMe, signInId, outcome, address, deviceHash, userAgent, previousSessionHash } = entry
  const now = app.now()
  await tx.update(users).set({ lastSignInAt: now }).where(eq(users.userId, user.userId))
  if (previousSessionHash) await endSession(tx, previousSessionHash)
  const availableTenants = await choosableTenants(tx, user)
  const chosen = user.isSuperAdmin || availableTenants.length !== 1 ? null : (availableTenants[0] ?? null)
  const tenantId = chosen?.tenantId ?? null
  const session = { userId: user.userId, tenantId, rememberMe, userAgent, address: address ?? '' }
  const opened = await createSession(tx, now, session)
  const device = await rememberDevice(tx, { userId: user.userId, deviceHash, now })
  await noteOutcome(tx, signInId, { outcome, enteredTenantId: tenantId })
  const right = tenantId === null ? null : await rightIn(tx, user.userId, tenantId)
  const result: LoginResult = {
    success: true,
    requiresTenantSelection: chosen === null,
    error: null,
    userId: user.userId,
    email: user.email,
    name: user.displayName || user.name,
    isAdmin: right?.access === 'admin',
    ...(right && { access: right.access }),
    workCenterIds: right?.workCenterIds ?? null,
    isSuperAdmin: user.isSuperAdmin,
    tenantId,
    tenantName: chosen?.name ?? null,
    availableTenants,
  }
  return { result, opened, device }
}
