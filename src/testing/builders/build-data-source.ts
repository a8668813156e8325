import { randomUUID } from 'node:crypto'
import type { DataSourceInput, SourceDoubts } from '#contract/data-sources.ts'
import type { TenantContext } from '#server/context.ts'
import { orderedId } from '#server/db/ordered-id.ts'
import { dataSources, sourceRunDetails, sourceRuns } from '#server/db/tables/data-sources.table.ts'

/** A body for `POST /sources`: files that a program sends, with a project number and an operation in each row. */
export const sourceInput = (overrides: Partial<DataSourceInput> = {}): DataSourceInput => ({
  name: `Orders ${randomUUID().slice(0, 8)}`,
  origin: { kind: 'pushed' },
  schedule: { kind: 'arrival' },
  reading: {
    columns: [
      { title: 'Project number', nth: 1, field: 'projectNumber' },
      { title: 'Operation', nth: 1, field: 'operationName' },
    ],
    dateOrder: 'auto',
    chained: true,
  },
  rules: { vanished: 'keep', ours: [], mostChangedPercent: 100 },
  ...overrides,
})

type SourceRow = typeof dataSources.$inferInsert

/** A stored data source of the caller. It is inserted directly, because there may be more of them than an organization may set up. */
export const buildDataSource = async (
  ctx: TenantContext,
  overrides: Partial<SourceRow> = {},
): Promise<{ readonly sourceId: string }> => {
  const sourceId = randomUUID()
  const { secret: _, ...input } = sourceInput()
  const author = { createdBy: ctx.userName, createdByUserId: ctx.userId }
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.insert(dataSources).values({ tenantId: ctx.tenantId, sourceId, ...input, ...author, ...overrides }),
  )
  return { sourceId }
}

/** Doubts of a run, with one row. */
export const oneDoubt: SourceDoubts = {
  header: ['Project number', 'Operation'],
  columns: ['projectNumber', 'operationName'],
  rows: [{ row: 0, cells: ['', 'Cut'] }],
  problems: [],
  choices: {},
  similar: [],
  planQuestions: [],
}

interface RunOverrides {
  readonly run?: Partial<typeof sourceRuns.$inferInsert>
  readonly details?: Partial<typeof sourceRunDetails.$inferInsert>
}

/** A stored run of a data source that changed nothing. */
export const buildSourceRun = async (
  ctx: TenantContext,
  sourceId: string,
  { run, details }: RunOverrides = {},
): Promise<{ readonly runId: string }> => {
  const [runId, { tenantId }] = [orderedId(), ctx]
  const at = ctx.app.now()
  const shared = { tenantId, runId }
  const file = { fileName: 'orders.csv', fileBytes: 30, fileHash: runId }
  await ctx.app.db.withTenant(ctx, async (tx) => {
    const times = { startedAt: at, endedAt: at }
    await tx
      .insert(sourceRuns)
      .values({ ...shared, sourceId, ...times, trigger: 'clock', outcome: 'unchanged', ...file, ...run })
    await tx.insert(sourceRunDetails).values({ ...shared, vanished: [], keptOurs: [], ...details })
  })
  return { runId }
}
