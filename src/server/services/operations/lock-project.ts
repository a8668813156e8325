import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { requireVersion } from '../records/record-fields.ts'

/**
 * The project, locked until the transaction ends, so that writers of a project and its operations run one after the other.
 * 404 for an unknown project, 412 if it is not the expected version.
 */
export const lockProject = async (
  ctx: TenantContext,
  tx: Tx,
  projectId: string,
  expectedVersion: number | null = null,
): Promise<typeof projects.$inferSelect> => {
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    .for('update')
  return requireVersion(row, expectedVersion)
}
