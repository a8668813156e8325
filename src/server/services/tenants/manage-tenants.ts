import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { HistoryEntry } from '#contract/history.ts'
import type { TenantCreateInput, TenantOverview, TenantUpdateInput } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import { mayDeleteTenant } from '#domain/access/delete-tenant.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { requireVersion } from '../records/record-fields.ts'
import { type Author, announceChanged, storeHistory } from '../records/store-history.ts'
import { announceSessionEnd, endSessions } from '../sessions/sessions.ts'
import { storeInvitation } from '../users/invitations.ts'
import { mailInvitation } from '../users/manage-invitations.ts'
import { createTenant } from './create-tenant.ts'
import { findTenantOverview } from './list-tenants.ts'

interface TenantLine {
  readonly tenantId: string
  readonly action: HistoryEntry['action']
  readonly changes: HistoryEntry['changes']
  readonly version?: number
}

/** Writes history and announcements in an organization for an action of a super admin from outside. */
const recordInTenant = async (
  ctx: SessionContext,
  tx: Tx,
  { tenantId, action, changes, version }: TenantLine,
): Promise<void> => {
  if (changes.length === 0) return
  const author: Author = { ...ctx, tenantId, source: 'screen' }
  await storeHistory(author, tx, [{ entity: 'organisation', entityId: tenantId, action, changes }])
  await announceChanged(author, tx, 'organisation', [{ id: tenantId, version }])
}

/** Ends every session that works in an organization. The calling super admin keeps their session, without an organization. */
const endTenantSessions = async (ctx: SessionContext, tx: Tx, tenantId: string): Promise<void> => {
  const inside = eq(sessions.currentTenantId, tenantId)
  const ended = await tx
    .delete(sessions)
    .where(and(inside, ne(sessions.userId, ctx.userId)))
    .returning({ sessionHash: sessions.sessionHash })
  const moved = await tx
    .update(sessions)
    .set({ currentTenantId: null })
    .where(inside)
    .returning({ sessionHash: sessions.sessionHash })
  await announceSessionEnd(
    tx,
    [...ended, ...moved].map(({ sessionHash }) => sessionHash),
  )
}

interface Opened {
  readonly tenant: TenantOverview
  readonly link: OneTimeLink
}

/** Creates an organization without members and invites its first admin, who becomes a member by accepting. */
export const openTenant = (ctx: SessionContext, input: TenantCreateInput): Promise<Opened> =>
  ctx.app.db.withSystem(async (tx) => {
    const { tenantId } = await createTenant(tx, { name: input.name, timeZone: input.timeZone })
    const { adminEmail: email, adminName: name } = input
    const admin = { tenantId, email, name, displayName: name, role: 'User', access: 'admin' as const }
    const { link } = await storeInvitation(tx, admin, ctx.app.now())
    await mailInvitation(ctx.app, tx, tenantId, link)
    await recordInTenant(ctx, tx, {
      tenantId,
      action: 'create',
      changes: [
        { field: 'name', from: null, to: input.name },
        { field: 'admin', from: null, to: email },
      ],
    })
    return { tenant: await findTenantOverview(tx, tenantId), link }
  })

interface TenantChange {
  readonly tenantId: string
  readonly input: z.infer<typeof TenantUpdateInput>
  readonly expectedVersion: number | null
}

const fields = ['name', 'status'] as const

/** Renames, archives or restores an organization. Archiving ends the sessions in it. 404, 412. */
export const changeTenant = (
  ctx: SessionContext,
  { tenantId, input, expectedVersion }: TenantChange,
): Promise<TenantOverview> =>
  ctx.app.db.withSystem(async (tx) => {
    const wanted = eq(tenants.tenantId, tenantId)
    const [row] = await tx.select().from(tenants).where(wanted).for('no key update')
    const before = requireVersion(row, expectedVersion)
    const changes = fields
      .map((field) => ({ field, from: before[field], to: input[field] ?? before[field] }))
      .filter(({ from, to }) => from !== to)
    if (changes.length === 0) return findTenantOverview(tx, tenantId)
    const version = before.version + 1
    await tx
      .update(tenants)
      .set({ name: input.name, status: input.status, version, modifiedAt: ctx.app.now(), modifiedBy: ctx.userName })
      .where(wanted)
    await recordInTenant(ctx, tx, { tenantId, action: 'update', changes, version })
    if (input.status === 'Archived') await endTenantSessions(ctx, tx, tenantId)
    return findTenantOverview(tx, tenantId)
  })

const projectsPerStatement = 200

/** Deletes in parts, because one statement for a big shop would exceed the time limit of statements. */
const deleteProjects = async (tx: Tx, tenantId: string): Promise<void> => {
  for (;;) {
    const some = sql`select project_id from projects where tenant_id = ${tenantId} limit ${projectsPerStatement}`
    const gone = await tx.execute(
      sql`delete from projects where tenant_id = ${tenantId} and project_id in (${some}) returning project_id`,
    )
    if (gone.rows.length < projectsPerStatement) return
  }
}

/** Deletes plans one by one, for the same reason. */
const deletePlans = async (tx: Tx, tenantId: string): Promise<void> => {
  const { rows } = await tx.execute<{ planId: string }>(
    sql`select plan_id as "planId" from plans where tenant_id = ${tenantId}`,
  )
  for (const { planId } of rows) {
    await tx.execute(sql`delete from plans where tenant_id = ${tenantId} and plan_id = ${planId}`)
  }
}

/**
 * Deletes an organization with all its records, and every account that is in no other organization (except super admins).
 * From the next request on nothing of it can be reached. 404, 422 when the typed name is wrong.
 */
export const deleteTenant = (
  ctx: SessionContext,
  { tenantId, confirmName }: { tenantId: string; confirmName: string },
): Promise<void> =>
  ctx.app.db.withSystem(async (tx) => {
    const wanted = eq(tenants.tenantId, tenantId)
    const [row] = await tx.select({ name: tenants.name }).from(tenants).where(wanted).for('update')
    if (!row) throw new NotFoundError()
    const decision = mayDeleteTenant(ctx.role, { name: row.name, typedName: confirmName })
    if (!decision.ok) throw new RuleError(decision.reason)
    await endTenantSessions(ctx, tx, tenantId)
    const leaving = await tx
      .select({ userId: users.userId })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.userId), eq(memberships.tenantId, tenantId)))
      .where(
        and(
          eq(users.isSuperAdmin, false),
          sql`not exists (select from memberships o where o.user_id = ${users.userId} and o.tenant_id <> ${tenantId})`,
        ),
      )
    // Operations block the deletion of work centers, and work centers block the deletion of shifts. All other records are deleted with the organization.
    await deleteProjects(tx, tenantId)
    await deletePlans(tx, tenantId)
    await tx.delete(categories).where(eq(categories.tenantId, tenantId))
    await tx.delete(tenants).where(wanted)
    const userIds = leaving.map(({ userId }) => userId)
    for (const userId of userIds) await endSessions(tx, { userId })
    const homeless = sql`not exists (select from memberships o where o.user_id = ${users.userId})`
    if (userIds.length > 0) await tx.delete(users).where(and(inArray(users.userId, userIds), homeless))
  })
