import { and, eq } from 'drizzle-orm'
import type { BulkAnswer } from '#contract/bulk-operations.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { changedStamp } from '../history/record-stamp.ts'
import type { BulkWorld } from './bulk-world.ts'

/** Gives the projects of the operations a priority; returns the changed ones, and how many had it already. */
export const changePriority = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  { projects: concerned }: BulkWorld,
  priority: number,
): Promise<{ versions: BulkAnswer['versions']; unchanged: number }> => {
  const versions: BulkAnswer['versions'] = []
  for (const project of concerned.values()) {
    if (project.priority === priority) continue
    const { projectId } = project
    const stamp = changedStamp(ctx, project)
    await tx
      .update(projects)
      .set({ priority, ...stamp })
      .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    const changes = [{ field: 'priority', from: project.priority, to: priority }]
    record.history({ entity: 'project', entityId: projectId, projectId, action: 'update', changes })
    record.changed('projects', { id: projectId, version: stamp.version })
    record.planChanged()
    versions.push({ id: projectId, version: stamp.version })
  }
  return { versions, unchanged: concerned.size - versions.length }
}
