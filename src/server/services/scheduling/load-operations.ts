import { type SQL, sql } from 'drizzle-orm'
import type { SnapshotDependency, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

/** Rows of one page: small enough that nobody waits on the embedded database, large enough to be few. */
const pageRows = 4_000

const ms = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

/** One page as JSON text: a quarter of the time of 4,000 rows with a dozen typed columns each. */
const readPage = async <Row>(ctx: TenantContext, rows: SQL): Promise<Row[]> =>
  ctx.app.db.readTenant(
    ctx,
    async (tx) => {
      const result = await tx.execute<{ page: string }>(
        sql`select coalesce(json_agg(r), '[]')::text as page from (${rows}) t`,
      )
      return JSON.parse(result.rows[0]?.page ?? '[]') as Row[]
    },
    'long',
  )

const firstId = '00000000-0000-0000-0000-000000000000'

type DependencyRow = [operationId: string, predecessorId: string, lagHours: number]

const readDependencies = async (ctx: TenantContext): Promise<Map<string, SnapshotDependency[]>> => {
  const byOperation = new Map<string, SnapshotDependency[]>()
  let after: [string, string] = [firstId, firstId]
  for (;;) {
    const page = await readPage<DependencyRow>(
      ctx,
      sql`select json_build_array(operation_id, predecessor_id, lag_hours) as r from operation_dependencies
          where tenant_id = ${ctx.tenantId} and (operation_id, predecessor_id) > (${after[0]}::uuid, ${after[1]}::uuid)
          order by operation_id, predecessor_id limit ${pageRows}`,
    )
    for (const [operationId, predecessorId, lagHours] of page) {
      const list = byOperation.get(operationId)
      const dependency = { operationId: predecessorId, lagHours }
      if (list) list.push(dependency)
      else byOperation.set(operationId, [dependency])
    }
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

const operationPage = (tenantId: string, after: string): SQL => sql`
  select json_build_array(operation_id, project_id, name, sequence, duration_hours, progress_percent, on_hold, pinned,
    category_id, ${ms(sql`scheduled_start_date`)}, ${ms(sql`scheduled_end_date`)}, ${ms(sql`actual_start_date`)},
    ${ms(sql`actual_end_date`)}) as r
  from ${operationsInForce(tenantId, 'few')} where operation_id > ${after}::uuid
  order by operation_id limit ${pageRows}`

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

/** All operations of an organisation by project, in sequence, page by page. */
export const loadOperations = async (ctx: TenantContext): Promise<Map<string, SnapshotOperation[]>> => {
  const dependencies = await readDependencies(ctx)
  const byProject = new Map<string, SnapshotOperation[]>()
  let after = firstId
  for (;;) {
    const page = await readPage<OperationRow>(ctx, operationPage(ctx.tenantId, after))
    for (const row of page) {
      const operation = toOperation(row, dependencies.get(row[0]) ?? [])
      const list = byProject.get(row[1])
      if (list) list.push(operation)
      else byProject.set(row[1], [operation])
    }
    const last = page.at(-1)
    if (!last || page.length < pageRows) break
    after = last[0]
  }
  for (const list of byProject.values()) list.sort(bySequence)
  return byProject
}
