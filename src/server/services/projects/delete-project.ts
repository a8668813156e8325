import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { keptOperationFields } from '../operations/operation-fields.ts'
import { recordLostSnoozes } from '../operations/record-lost-snoozes.ts'
import { selectOperations } from '../operations/select-operations.ts'
import { lockProject } from './lock-project.ts'
import { projectFields } from './project-fields.ts'

/** Deletes a project with its operations; history keeps what they were. */
export const deleteProject = (ctx: TenantContext, { projectId }: { projectId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = await lockProject(ctx, tx, projectId)
    for (const operation of await selectOperations(ctx, tx, [projectId])) {
      record.history({
        entity: 'operation',
        entityId: operation.row.operationId,
        projectId,
        action: 'delete',
        changes: diffFields({ ...keptOperationFields(operation), ...keptStamp(operation.row) }, null),
      })
    }
    await recordLostSnoozes(ctx, tx, record, { projectId })
    record.history({
      entity: 'project',
      entityId: projectId,
      projectId,
      action: 'delete',
      changes: diffFields({ ...projectFields(before), ...keptStamp(before) }, null),
    })
    await tx.delete(projects).where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
    record.changed('projects', { id: projectId })
    record.withdraw({ projectId })
    record.planChanged()
  })
