import { randomUUID } from 'node:crypto'
import type { Project, ProjectCopy } from '#contract/projects.ts'
import { repeatOperations } from '#domain/operations/repeat-operations.ts'
import type { TenantContext } from '../../context.ts'
import { lockProject } from '../operations/lock-project.ts'
import { presentOperation } from '../operations/operation-fields.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { addOperationsWithin } from '../operations/write-operations.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { readProject } from './read-projects.ts'
import { createProjectWithin } from './write-projects.ts'

/**
 * Creates a project with the operations of another one and its priority, as one change set. 404, 409 (number in use), 422 (with the
 * quantity, an operation takes too many hours).
 */
export const copyProject = (
  ctx: TenantContext,
  { projectId, copy }: { readonly projectId: string; readonly copy: ProjectCopy },
): Promise<Project> =>
  writeTenant(ctx, async (write) => {
    const { tx } = write
    const { quantity, ...input } = copy
    const original = await lockProject(ctx, tx, projectId)
    const { projectName, shortName, customerName, description, priority } = original
    const same = { projectName, shortName, customerName, description, priority }
    const operations = await selectOperations(ctx, tx, [projectId])
    const edits = repeatOperations(operations.map(presentOperation), quantity, randomUUID)
    const copyId = await createProjectWithin(write, { input: { ...same, ...input } })
    if (edits.length > 0) await addOperationsWithin(write, { projectId: copyId, edits })
    return readProject(ctx, tx, copyId)
  })
