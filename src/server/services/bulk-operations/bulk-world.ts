import { sql } from 'drizzle-orm'
import type { BulkFailure } from '#contract/bulk-operations.ts'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { linksOfIds, operationsOfIds } from '../../db/operations-in-force.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { projects } from '../../db/tables/projects.table.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import type { ProjectRow } from '../projects/project-fields.ts'
import type { TargetRow } from './bulk-target.ts'

/** The existing operations among these ids, with their dependencies. Each is looked up by its key. */
const selectBulkOperations = async (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<LinkedOperation[]> => {
  const rows = await readTableRows(tx, plannedOperations, operationsOfIds(ctx.tenantId, ids))
  const links = await readTableRows(
    tx,
    operationDependencies,
    sql`(select * from ${linksOfIds(ctx.tenantId, ids)} order by position, predecessor_id) l`,
  )
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent } of links) {
    const list = byOperation.get(operationId) ?? []
    list.push({ predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent })
    byOperation.set(operationId, list)
  }
  return rows.map((row) => ({ row, dependencies: byOperation.get(row.operationId) ?? [] }))
}

/** The records of a bulk action. */
export interface BulkWorld {
  readonly operations: ReadonlyMap<string, LinkedOperation>
  readonly projects: ReadonlyMap<string, ProjectRow>
}

/** True when the scheduler leaves the project alone. */
export const isClosed = (project: ProjectRow): boolean => unscheduledPhases.includes(effectivePhase(project))

/** The existing operations among the ids, with their projects, which are locked if they are going to be changed. */
export const readBulkWorld = async (
  ctx: TenantContext,
  tx: Tx,
  ids: readonly string[],
  lock: 'forUpdate' | 'read',
): Promise<BulkWorld> => {
  const found = await selectBulkOperations(ctx, tx, ids)
  const projectIds = [...new Set(found.map(({ row }) => row.projectId))]
  const owners = await readTableRows(
    tx,
    projects,
    sql`(select * from projects where tenant_id = ${ctx.tenantId}
      and project_id = any(${sql.param(projectIds)}::uuid[]) ${lock === 'forUpdate' ? sql`for update` : sql``}) p`,
  )
  return {
    operations: new Map(found.map((operation) => [operation.row.operationId, operation])),
    projects: new Map(owners.map((project) => [project.projectId, project])),
  }
}

export const failureOf = (
  world: BulkWorld,
  operationId: string,
  { code, reason }: Pick<BulkFailure, 'code' | 'reason'>,
): BulkFailure => {
  const row = world.operations.get(operationId)?.row
  const projectNumber = world.projects.get(row?.projectId ?? '')?.projectNumber ?? ''
  return { operationId, name: row?.name ?? '', projectNumber, code, reason }
}

/** The rows that exist in the version that the reader saw, and the failures of the others. */
export const checkRows = (world: BulkWorld, target: readonly TargetRow[]) => {
  const failures: BulkFailure[] = []
  const rows: LinkedOperation[] = []
  for (const { operationId, expectedVersion } of target) {
    const operation = world.operations.get(operationId)
    if (!operation) {
      failures.push(failureOf(world, operationId, { code: 'notFound', reason: 'It no longer exists.' }))
    } else if (expectedVersion !== null && operation.row.version !== expectedVersion) {
      const reason = `${operation.row.modifiedBy || 'Somebody'} has changed it since.`
      failures.push(failureOf(world, operationId, { code: 'changed', reason }))
    } else rows.push(operation)
  }
  return { rows, failures }
}
