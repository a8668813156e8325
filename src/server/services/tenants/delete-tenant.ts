import { and, eq, inArray, sql } from 'drizzle-orm'
import { mayDeleteTenant } from '#domain/access/delete-tenant.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { endTenantSessions } from './end-tenant-sessions.ts'

const projectsPerStatement = 200

/** In parts: one statement for all of a big shop would run into the time limit of statements. */
const deleteProjects = async (tx: Tx, tenantId: string): Promise<void> => {
  for (;;) {
    const some = sql`select project_id from projects where tenant_id = ${tenantId} limit ${projectsPerStatement}`
    const gone = await tx.execute(
      sql`delete from projects where tenant_id = ${tenantId} and project_id in (${some}) returning project_id`,
    )
    if (gone.rows.length < projectsPerStatement) return
  }
}

/** One by one, for the same reason. */
const deletePlans = async (tx: Tx, tenantId: string): Promise<void> => {
  const { rows } = await tx.execute<{ planId: string }>(
    sql`select plan_id as "planId" from plans where tenant_id = ${tenantId}`,
  )
  for (const { planId } of rows) {
    await tx.execute(sql`delete from plans where tenant_id = ${tenantId} and plan_id = ${planId}`)
  }
}

/**
 * Deletes an organisation with everything it owns, and every account that is in no other one (super admins stay).
 * Nothing of it can be reached from the next request on. 404, 422 when the name typed is another.
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
    // Operations hold on to their work centre, and those to their shift; all the rest goes with the organisation itself.
    await deleteProjects(tx, tenantId)
    await deletePlans(tx, tenantId)
    await tx.delete(categories).where(eq(categories.tenantId, tenantId))
    await tx.delete(tenants).where(wanted)
    const userIds = leaving.map(({ userId }) => userId)
    for (const userId of userIds) await endSessions(tx, { userId })
    const homeless = sql`not exists (select from memberships o where o.user_id = ${users.userId})`
    if (userIds.length > 0) await tx.delete(users).where(and(inArray(users.userId, userIds), homeless))
  })
