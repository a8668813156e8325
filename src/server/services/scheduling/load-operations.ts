import { sql } from 'drizzle-orm'
import type { LagUnit } from '#contract/vocabulary.ts'
import { snapshotFields } from '#domain/operations/fields.ts'
import { withTransferBatches } from '#domain/operations/transfer-batch.ts'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { snapshotFieldsOf } from '#domain/scheduling/snapshot-fields.ts'
import type { Tx } from '../../db/database.ts'
import { fieldColumn } from '../../db/field-columns.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readJson } from '../../db/read-json.ts'

type DependencyRow = [
  operationId: string,
  predecessorId: string,
  lagHours: number,
  lagUnit: LagUnit,
  maxLagHours: number | null,
  overlapPercent: number | null,
]
type OperationRow = [operationId: string, projectId: string, ...fields: unknown[]]

const columns = sql.join([sql`operation_id, project_id`, ...snapshotFields.map((name) => fieldColumn(name))], sql`, `)

const toOperation = ([operationId, , ...fields]: OperationRow, links: readonly DependencyRow[]): SnapshotOperation => ({
  operationId,
  ...snapshotFieldsOf(fields),
  dependencies: links.map(([, predecessorId, lagHours, lagUnit, maxLagHours, overlapPercent]) => ({
    operationId: predecessorId,
    lagHours,
    lagUnit,
    maxLagHours,
    ...(overlapPercent !== null && { overlapPercent }),
  })),
})

const bySequence = (a: SnapshotOperation, b: SnapshotOperation): number =>
  a.sequence - b.sequence || (a.operationId < b.operationId ? -1 : 1)

/** The operations of some projects, by project and in sequence. */
export const loadOperations = async (
  tx: Tx,
  tenantId: string,
  projectIds: readonly string[],
): Promise<Map<string, SnapshotOperation[]>> => {
  const isWanted = sql`project_id = any(${sql.param([...projectIds])}::uuid[])`
  const links = await readJson<DependencyRow>(
    tx,
    sql`select json_build_array(operation_id, predecessor_id, lag_hours, lag_unit, max_lag_hours, overlap_percent) as r from operation_dependencies
      where tenant_id = ${tenantId} and ${isWanted} order by operation_id, predecessor_id`,
  )
  const linksOf = Map.groupBy(links, ([operationId]) => operationId)
  const rows = await readJson<OperationRow>(
    tx,
    sql`select json_build_array(${columns}) as r from ${operationsInForce(tenantId, 'few')} where ${isWanted}`,
  )
  return new Map(
    [...Map.groupBy(rows, ([, projectId]) => projectId)].map(([projectId, list]) => [
      projectId,
      withTransferBatches(list.map((row) => toOperation(row, linksOf.get(row[0]) ?? [])).sort(bySequence)),
    ]),
  )
}
