import { and, eq } from 'drizzle-orm'
import { cycleMessage, findCycle } from '#domain/operations/find-cycle.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import type { LinkedOperation } from './operation-fields.ts'

/**
 * Checks the dependencies of `edited` against the whole project, which must be locked: each names an operation of it
 * (else 400, the same for unknown and foreign ids) and nothing waits for itself (else 422 with the operations named).
 */
export const checkDependencies = async (
  ctx: TenantContext,
  tx: Tx,
  projectId: string,
  edited: readonly LinkedOperation[],
): Promise<void> => {
  const stored = await tx
    .select({ operationId: operations.operationId, name: operations.name })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), eq(operations.projectId, projectId)))
  const names = new Map(stored.map(({ operationId, name }) => [operationId, name]))
  for (const { row } of edited) names.set(row.operationId, row.name)

  const editedLinks = edited.flatMap(({ row, dependencies }) =>
    dependencies.map(({ predecessorId }) => ({ operationId: row.operationId, predecessorId })),
  )
  if (editedLinks.some(({ predecessorId }) => !names.has(predecessorId))) {
    throw new ValidationError([{ path: 'dependencies', message: 'Not an operation of this project' }])
  }
  const editedIds = new Set(edited.map(({ row }) => row.operationId))
  const storedLinks = await tx
    .select({ operationId: operationDependencies.operationId, predecessorId: operationDependencies.predecessorId })
    .from(operationDependencies)
    .where(and(eq(operationDependencies.tenantId, ctx.tenantId), eq(operationDependencies.projectId, projectId)))
  const cycle = findCycle([...editedLinks, ...storedLinks.filter(({ operationId }) => !editedIds.has(operationId))])
  if (cycle)
    throw new RuleError(
      cycleMessage(cycle, (id) => names.get(id) ?? id),
      'cycle',
    )
}
