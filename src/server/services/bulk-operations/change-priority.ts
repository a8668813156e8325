import { and, eq, sql } from 'drizzle-orm'
import type { BulkAnswer } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import type { BulkWorld } from './bulk-world.ts'

/** Gives the projects of the operations a priority; returns the changed ones, and how many had it already. */
export const changePriority = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { projects: concerned }: BulkWorld,
  priority: number,
): Promise<{ versions: BulkAnswer['versions']; unchanged: number }> => {
  const changed = [...concerned.values()].filter((project) => project.priority !== priority)
  const ids = changed.map(({ projectId }) => projectId)
  const at = { modifiedAt: ctx.app.now(), modifiedBy: ctx.userName }
  const versions = await tx
    .update(projects)
    .set({ priority, version: sql`${projects.version} + 1`, ...at })
    .where(and(eq(projects.tenantId, ctx.tenantId), sql`${projects.projectId} = any(${sql.param(ids)}::uuid[])`))
    .returning({ id: projects.projectId, version: projects.version })
  for (const { projectId, priority: from } of changed) {
    const changes = [{ field: 'priority', from, to: priority }]
    record.history({ entity: 'project', entityId: projectId, projectId, action: 'update', changes })
  }
  for (const item of versions) record.changed('projects', item)
  if (versions.length > 0) record.planChanged()
  return { versions, unchanged: concerned.size - versions.length }
}
