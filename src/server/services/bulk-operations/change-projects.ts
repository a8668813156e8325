import { and, eq, sql } from 'drizzle-orm'
import type { BulkAction, BulkAnswer, BulkFailure } from '#contract/bulk-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { RuleError } from '../../errors.ts'
import { changeProjectWithin } from '../projects/write-projects.ts'
import type { Write } from '../records/write-tenant.ts'
import type { BulkWorld } from './bulk-world.ts'

interface PhaseMoves {
  readonly versions: BulkAnswer['versions']
  readonly unchanged: number
  /** Why projects could not be moved, by project id. */
  readonly refused: ReadonlyMap<string, Pick<BulkFailure, 'code' | 'reason'>>
}

/** Moves the projects of the operations to a phase by the rules of the board, which may refuse some of them. */
export const changePhase = async (
  write: Write,
  { projects }: Pick<BulkWorld, 'projects'>,
  { phase, actualShipDate }: Extract<BulkAction, { kind: 'phase' }>,
): Promise<PhaseMoves> => {
  const versions: BulkAnswer['versions'] = []
  const refused = new Map<string, Pick<BulkFailure, 'code' | 'reason'>>()
  let unchanged = 0
  for (const { projectId, currentPhase } of projects.values()) {
    if (currentPhase === phase) {
      unchanged++
      continue
    }
    const input = { currentPhase: phase, ...(phase === 'shipped' && { actualShipDate }) }
    try {
      const version = await changeProjectWithin(write, {
        projectId,
        input,
        expectedVersion: null,
        as: 'part',
      })
      versions.push({ id: projectId, version })
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      refused.set(projectId, { code: 'rule', reason: error.message })
    }
  }
  return { versions, unchanged, refused }
}

/** Sets the priority of the projects of the operations. Returns the changed projects, and how many had it already. */
export const changePriority = async (
  write: Write,
  { projects: concerned }: Pick<BulkWorld, 'projects'>,
  priority: number,
): Promise<{ versions: BulkAnswer['versions']; unchanged: number }> => {
  const { ctx, tx, record } = write
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
