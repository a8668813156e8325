import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { SourceOrigin, SourceReading, SourceRules, SourceRun, SourceRunDetails } from '#contract/data-sources.ts'
import { guessColumns } from '#domain/import/guess-columns.ts'
import { type TenantContext, withServices } from '#server/context.ts'
import { dataSources } from '#server/db/tables/data-sources.table.ts'
import type { ClaimedSource } from '#server/services/data-sources/claim-sources.ts'
import { getSourceRun } from '#server/services/data-sources/read-source-runs.ts'
import { type RunRequest, runDataSource } from '#server/services/data-sources/run-data-source.ts'
import type { DataSourceRow } from '#server/services/data-sources/source-rows.ts'
import { withFacts } from '../with-facts.ts'

interface SourceOverrides {
  readonly name?: string
  readonly origin?: SourceOrigin
  readonly rules?: Partial<SourceRules>
  readonly reading?: Partial<SourceReading>
}

/** The reading of a table as the screen would choose it: every column that is understood, by its title. */
export const readingOf = (text: string): SourceReading => {
  const [header = [], ...rows] = text.split('\n').map((line) => line.split(';'))
  const fields = guessColumns({ header, rows, remembered: {} })
  const columns = header.flatMap((title, column) => {
    const field = fields[column]
    const nth = header.slice(0, column + 1).filter((other) => other === title).length
    return field ? [{ title, nth, field }] : []
  })
  return { columns, dateOrder: 'auto', chained: false, createsWorkCenters: true }
}

/** A table in which cells are separated by `|` as CSV, without blanks around its cells. */
export const csvOf = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join(';'),
    )
    .join('\n')

export interface TestSource {
  readonly source: () => DataSourceRow
  /** Runs the source on a table, as its schedule does by default. Each run is a minute later. */
  readonly run: (
    text: string,
    request?: Partial<Pick<RunRequest, 'trigger' | 'appliesAll' | 'runId'>>,
  ) => Promise<{ readonly outcome: SourceRun['outcome']; readonly details: SourceRunDetails }>
  /** Claims the source for a server, for two minutes. */
  readonly claim: () => Promise<ClaimedSource>
  readonly change: (fields: Partial<typeof dataSources.$inferInsert>) => Promise<void>
}

/** Stores a data source of the caller whose clock goes on by a minute with each run. */
export const newTestSource = async (
  ctx: TenantContext,
  sample: string,
  { name = 'Orders', origin, rules, reading }: SourceOverrides = {},
): Promise<TestSource> => {
  const mine = and(eq(dataSources.tenantId, ctx.tenantId))
  const startMs = ctx.app.now().getTime()
  let minutes = 0
  let [row] = await ctx.app.db.withTenant(ctx, (tx) =>
    tx
      .insert(dataSources)
      .values({
        tenantId: ctx.tenantId,
        sourceId: randomUUID(),
        name,
        origin: origin ?? { kind: 'folder', pattern: '*.csv' },
        schedule: { kind: 'arrival' },
        reading: { ...readingOf(csvOf(sample)), ...reading },
        rules: { vanished: 'keep', ours: [], mostChangedPercent: 100, ...rules },
        createdBy: ctx.userName,
        createdByUserId: ctx.userId,
        modifiedAt: ctx.app.now(),
        modifiedBy: ctx.userName,
      })
      .returning(),
  )
  const source = (): DataSourceRow => {
    if (!row) throw new Error('The source was not stored')
    return row
  }
  const change: TestSource['change'] = async (fields) => {
    ;[row] = await ctx.app.db.withTenant(ctx, (tx) =>
      tx
        .update(dataSources)
        .set(fields)
        .where(and(mine, eq(dataSources.sourceId, source().sourceId)))
        .returning(),
    )
  }
  const claimed: TestSource['claim'] = async () => {
    const until = [new Date(startMs + (minutes + 2) * 60_000)]
    await change({ claimedUntil: until[0] })
    return { tenantId: ctx.tenantId, sourceId: source().sourceId, until }
  }
  const run: TestSource['run'] = async (text, { trigger = 'clock', appliesAll = false, runId = randomUUID() } = {}) => {
    minutes += 1
    const now = new Date(startMs + minutes * 60_000)
    const { sourceId } = source()
    const own = withFacts(withServices(ctx, { now: () => now }), { userId: sourceId, userName: name, source: 'import' })
    const file = { name: 'orders.csv', bytes: Buffer.from(csvOf(text)) }
    const { signal } = new AbortController()
    const claim = await claimed()
    const outcome = await runDataSource(own, { claim, source: source(), file, runId, trigger, appliesAll, signal })
    return { outcome, details: await getSourceRun(ctx, { sourceId, runId }) }
  }
  return { source, run, claim: claimed, change }
}
