import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { requireVersion } from '../records/record-fields.ts'
import { lockTenant } from '../records/tenant-row.ts'

/**
 * The project, locked until the transaction ends: writers of a project and of its operations come one after the other.
 * 404 when it is not there, 412 when it is not the version expected.
 */
export const lockProject = async (
  ctx: TenantContext,
  tx: Tx,
  projectId: string,
  expectedVersion: number | null = null,
): Promise<typeof projects.$inferSelect> => {
  await lockTenant(ctx, tx)
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    .for('update')
  return requireVersion(row, expectedVersion)
}
