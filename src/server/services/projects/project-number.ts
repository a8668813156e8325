import { and, eq, ne, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ConflictError } from '../../errors.ts'

const isTaken = async (ctx: TenantContext, tx: Tx, projectNumber: string, exceptId?: string): Promise<boolean> => {
  const found = await tx
    .select({ projectId: projects.projectId })
    .from(projects)
    .where(
      and(
        eq(projects.tenantId, ctx.tenantId),
        eq(projects.projectNumber, projectNumber),
        exceptId === undefined ? undefined : ne(projects.projectId, exceptId),
      ),
    )
  return found.length > 0
}

/** 409 when another project of the organization has this number. */
export const requireFreeNumber = async (
  ctx: TenantContext,
  tx: Tx,
  projectNumber: string,
  exceptId?: string,
): Promise<void> => {
  if (await isTaken(ctx, tx, projectNumber, exceptId)) {
    throw new ConflictError(`Project number ${projectNumber} is already in use.`)
  }
}

/** Highest number in use after the prefix of the organization. 0 when none. */
const highestUsed = async (ctx: TenantContext, tx: Tx, prefix: string): Promise<number> => {
  const rest = sql`substr(${projects.projectNumber}, ${prefix.length + 1}::int)`
  const [row] = await tx
    .select({ highest: sql<number | null>`max(case when ${rest} ~ '^[0-9]{1,9}$' then (${rest})::int end)` })
    .from(projects)
    .where(
      and(eq(projects.tenantId, ctx.tenantId), sql`left(${projects.projectNumber}, ${prefix.length}::int) = ${prefix}`),
    )
  return row?.highest ?? 0
}

/** The next project number. The row of the organization stays locked, so no two projects get the same number. */
export const nextProjectNumber = async (ctx: TenantContext, tx: Tx): Promise<string> => {
  const mine = eq(tenants.tenantId, ctx.tenantId)
  const [tenant] = await tx
    .update(tenants)
    .set({ lastProjectNumber: sql`${tenants.lastProjectNumber} + 1` })
    .where(mine)
    .returning({ last: tenants.lastProjectNumber, prefix: tenants.projectNumberPrefix })
  if (!tenant) throw new Error('The organization of this session is gone')
  const number = `${tenant.prefix}${tenant.last}`
  if (!(await isTaken(ctx, tx, number))) return number
  const free = Math.max(tenant.last, await highestUsed(ctx, tx, tenant.prefix)) + 1
  await tx.update(tenants).set({ lastProjectNumber: free }).where(mine)
  return `${tenant.prefix}${free}`
}
