import { sql } from 'drizzle-orm'
import type { LagUnit } from '#contract/vocabulary.ts'
import type { Alternative } from '#domain/operations/run-at.ts'
import type { SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { epochMs, readJson } from '../../db/read-json.ts'

type DependencyRow = [
  operationId: string,
  predecessorId: string,
  lagHours: number,
  lagUnit: LagUnit,
  maxLagHours: number | null,
  overlapPercent: number | null,
]
type OperationRow = [
  operationId: string,
  projectId: string,
  name: string,
  sequence: number,
  durationHours: number,
  progressPercentage: number,
  onHold: boolean,
  pinned: boolean,
  categoryId: string | null,
  scheduledStartMs: number | null,
  scheduledEndMs: number | null,
  actualStartMs: number | null,
  actualEndMs: number | null,
  materialReadyMs: number | null,
  setupFamily: string,
  poolId: string | null,
  alternatives: Alternative[] | null,
  categoryFixed: boolean,
]

const columns = sql.join(
  [
    sql`operation_id, project_id, name, sequence, duration_hours, progress_percent, on_hold, pinned, category_id`,
    ...[
      sql`scheduled_start_date`,
      sql`scheduled_end_date`,
      sql`actual_start_date`,
      sql`actual_end_date`,
      sql`material_ready_date`,
    ].map(epochMs),
    sql`setup_family`,
    sql`pool_id`,
    sql`nullif(alternatives, '[]'), category_fixed`,
  ],
  sql`, `,
)

const toOperation = (row: OperationRow, links: readonly DependencyRow[]): SnapshotOperation => ({
  operationId: row[0],
  name: row[2],
  sequence: row[3],
  durationHours: row[4],
  progressPercentage: row[5],
  onHold: row[6],
  pinned: row[7],
  categoryId: row[8],
  dependencies: links.map(([, operationId, lagHours, lagUnit, maxLagHours, overlapPercent]) => ({
    operationId,
    lagHours,
    lagUnit,
    maxLagHours,
    ...(overlapPercent !== null && { overlapPercent }),
  })),
  scheduledStartMs: row[9],
  scheduledEndMs: row[10],
  actualStartMs: row[11],
  actualEndMs: row[12],
  materialReadyMs: row[13],
  ...(row[14] !== '' && { setupFamily: row[14] }),
  ...(row[15] && { poolId: row[15] }),
  ...(row[16] && { alternatives: row[16], ...(row[17] && { categoryFixed: true }) }),
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
      list.map((row) => toOperation(row, linksOf.get(row[0]) ?? [])).sort(bySequence),
    ]),
  )
}
