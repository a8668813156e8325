import { type SQL, sql } from 'drizzle-orm'
import type { SnapshotDependency, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { readJson } from '../../db/read-json.ts'

/** Rows of one page: few enough not to block the embedded database, and enough to need few pages. */
const pageRows = 4_000

const ms = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

const readPage = async <Row>(ctx: TenantContext, rows: SQL): Promise<Row[]> =>
  ctx.app.db.readTenant(ctx, (tx) => readJson<Row>(tx, rows), 'long')

const firstId = '00000000-0000-0000-0000-000000000000'

type DependencyRow = [operationId: string, predecessorId: string, lagHours: number]
type Dependencies = Map<string, SnapshotDependency[]>

const addDependencies = (byOperation: Dependencies, rows: readonly DependencyRow[]): void => {
  for (const [operationId, predecessorId, lagHours] of rows) {
    const list = byOperation.get(operationId)
    const dependency = { operationId: predecessorId, lagHours }
    if (list) list.push(dependency)
    else byOperation.set(operationId, [dependency])
  }
}

const dependencyRow = sql`json_build_array(operation_id, predecessor_id, lag_hours) as r`

const readDependencies = async (ctx: TenantContext): Promise<Dependencies> => {
  const byOperation: Dependencies = new Map()
  let after: [string, string] = [firstId, firstId]
  for (;;) {
    const page = await readPage<DependencyRow>(
      ctx,
      sql`select ${dependencyRow} from operation_dependencies
          where tenant_id = ${ctx.tenantId} and (operation_id, predecessor_id) > (${after[0]}::uuid, ${after[1]}::uuid)
          order by operation_id, predecessor_id limit ${pageRows}`,
    )
    addDependencies(byOperation, page)
    const last = page.at(-1)
    if (!last || page.length < pageRows) return byOperation
    after = [last[0], last[1]]
  }
}

type OperationRow = [
  operationId: string,
  projectId: string,
  name: string,
  sequence: number,
  durationHours: number,
  progressPercent: number,
  onHold: boolean,
  pinned: boolean,
  categoryId: string | null,
  scheduledStartMs: number | null,
  scheduledEndMs: number | null,
  actualStartMs: number | null,
  actualEndMs: number | null,
]

const operationRows = (tenantId: string): SQL => sql`
  select json_build_array(operation_id, project_id, name, sequence, duration_hours, progress_percent, on_hold, pinned,
    category_id, ${ms(sql`scheduled_start_date`)}, ${ms(sql`scheduled_end_date`)}, ${ms(sql`actual_start_date`)},
    ${ms(sql`actual_end_date`)}) as r
  from ${operationsInForce(tenantId, 'few')}`

const toOperation = (row: OperationRow, dependencies: SnapshotDependency[]): SnapshotOperation => ({
  operationId: row[0],
  name: row[2],
  sequence: row[3],
  durationHours: row[4],
  progressPercent: row[5],
  onHold: row[6],
  pinned: row[7],
  categoryId: row[8],
  dependencies,
  scheduledStartMs: row[9],
  scheduledEndMs: row[10],
  actualStartMs: row[11],
  actualEndMs: row[12],
})

const bySequence = (a: SnapshotOperation, b: SnapshotOperation): number =>
  a.sequence - b.sequence || (a.operationId < b.operationId ? -1 : 1)

type ByProject = Map<string, SnapshotOperation[]>

const addOperations = (byProject: ByProject, rows: readonly OperationRow[], dependencies: Dependencies): void => {
  for (const row of rows) {
    const operation = toOperation(row, dependencies.get(row[0]) ?? [])
    const list = byProject.get(row[1])
    if (list) list.push(operation)
    else byProject.set(row[1], [operation])
  }
}

const inSequence = (byProject: ByProject): ByProject => {
  for (const list of byProject.values()) list.sort(bySequence)
  return byProject
}

/** All operations of an organization by project, in sequence, page by page. */
export const loadOperations = async (ctx: TenantContext): Promise<ByProject> => {
  const dependencies = await readDependencies(ctx)
  const byProject: ByProject = new Map()
  let after = firstId
  for (;;) {
    const page = await readPage<OperationRow>(
      ctx,
      sql`${operationRows(ctx.tenantId)} where operation_id > ${after}::uuid order by operation_id limit ${pageRows}`,
    )
    addOperations(byProject, page, dependencies)
    const last = page.at(-1)
    if (!last || page.length < pageRows) return inSequence(byProject)
    after = last[0]
  }
}

/** The same for a few projects. */
export const loadOperationsOf = async (tx: Tx, tenantId: string, projectIds: readonly string[]): Promise<ByProject> => {
  const ids = sql`${sql.param([...projectIds])}::uuid[]`
  const dependencies: Dependencies = new Map()
  const byProject: ByProject = new Map()
  addDependencies(
    dependencies,
    await readJson<DependencyRow>(
      tx,
      sql`select ${dependencyRow} from operation_dependencies where tenant_id = ${tenantId} and project_id = any(${ids})
        order by operation_id, predecessor_id`,
    ),
  )
  const rows = sql`${operationRows(tenantId)} where project_id = any(${ids})`
  addOperations(byProject, await readJson<OperationRow>(tx, rows), dependencies)
  return inSequence(byProject)
}
