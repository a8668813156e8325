import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { DataSource, SourceAttention } from '#contract/data-sources.ts'
import type { ExchangePlaces } from '#contract/exchange.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { dataSources, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { exchangePlaces } from '../../exchange/exchange-places.ts'
import { isMine } from '../exchanges/exchange-author.ts'
import { isBroken } from '../exchanges/next-attempt.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { presentRun } from './read-source-runs.ts'
import type { DataSourceRow, SourceRunRow } from './source-rows.ts'

const runsOf = (ctx: TenantContext, sources: readonly DataSourceRow[]) =>
  and(
    eq(sourceRuns.tenantId, ctx.tenantId),
    inArray(
      sourceRuns.sourceId,
      sources.map(({ sourceId }) => sourceId),
    ),
  )

interface NewestRun {
  readonly run: SourceRunRow
  readonly undone: boolean | null
}

const selectNewest = async (
  ctx: TenantContext,
  tx: Tx,
  sources: readonly DataSourceRow[],
): Promise<Map<string, NewestRun>> => {
  const rows = await tx
    .selectDistinctOn([sourceRuns.sourceId], { run: sourceRuns, undone: changeSets.undone })
    .from(sourceRuns)
    .leftJoin(
      changeSets,
      and(eq(changeSets.tenantId, sourceRuns.tenantId), eq(changeSets.changeId, sourceRuns.changeId)),
    )
    .where(runsOf(ctx, sources))
    .orderBy(sourceRuns.sourceId, desc(sourceRuns.startedAt), desc(sourceRuns.runId))
  return new Map(rows.map((row) => [row.run.sourceId, row]))
}

/** The runs of these sources that wait for a person, as a whole or with doubtful rows; the newest first. */
const selectWaiting = (ctx: TenantContext, tx: Tx, sources: readonly DataSourceRow[]): Promise<SourceRunRow[]> =>
  tx
    .select()
    .from(sourceRuns)
    .where(and(runsOf(ctx, sources), or(eq(sourceRuns.outcome, 'waiting'), gt(sourceRuns.openDoubts, 0))))
    .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))

const isWaiting = ({ outcome }: SourceRunRow): boolean => outcome === 'waiting'

const sumOfDoubts = (runs: readonly SourceRunRow[]): number => runs.reduce((sum, { openDoubts }) => sum + openDoubts, 0)

const present = (
  ctx: TenantContext,
  row: DataSourceRow,
  { newest, waiting }: { newest: NewestRun | undefined; waiting: readonly SourceRunRow[] },
): DataSource => ({
  sourceId: row.sourceId,
  version: row.version,
  name: row.name,
  origin: row.origin,
  hasSecret: row.secret !== null,
  schedule: row.schedule,
  reading: row.reading,
  rules: row.rules,
  isPaused: row.isPaused,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  isMine: isMine(ctx, row),
  nextRunAt: isoOrNull(row.nextRunAt),
  failures: row.failures,
  isBroken: isBroken(row),
  lastRun: newest ? presentRun(newest.run, newest.undone ?? false) : null,
  waitingRunId: waiting.find(isWaiting)?.runId ?? null,
  openDoubts: sumOfDoubts(waiting),
})

const presentAll = async (ctx: TenantContext, tx: Tx, rows: readonly DataSourceRow[]): Promise<DataSource[]> => {
  if (rows.length === 0) return []
  const newest = await selectNewest(ctx, tx, rows)
  const waiting = await selectWaiting(ctx, tx, rows)
  return rows.map((row) =>
    present(ctx, row, {
      newest: newest.get(row.sourceId),
      waiting: waiting.filter(({ sourceId }) => sourceId === row.sourceId),
    }),
  )
}

/** A data source as the contract shows it. */
export const presentSource = async (ctx: TenantContext, tx: Tx, row: DataSourceRow): Promise<DataSource> => {
  const [shown] = await presentAll(ctx, tx, [row])
  if (!shown) throw new Error('A data source was not presented')
  return shown
}

const selectSources = (ctx: TenantContext, tx: Tx): Promise<DataSourceRow[]> =>
  tx
    .select()
    .from(dataSources)
    .where(eq(dataSources.tenantId, ctx.tenantId))
    .orderBy(sql`lower(${dataSources.name})`, dataSources.sourceId)

/** The data sources of the organization by name, and where this server may read files for it. */
export const listDataSources = async (
  ctx: TenantContext,
): Promise<{ places: ExchangePlaces; sources: DataSource[] }> => {
  const places = await exchangePlaces(ctx.app, ctx.tenantId)
  const sources = await readTenant(ctx, async (tx) => presentAll(ctx, tx, await selectSources(ctx, tx)))
  return { places, sources }
}

/** The newest failed runs of a source, back to the last one that did not fail. */
const selectFailures = async (ctx: TenantContext, tx: Tx, { sourceId, failures }: DataSourceRow) => {
  const rows = await tx
    .select({ startedAt: sourceRuns.startedAt, outcome: sourceRuns.outcome, problem: sourceRuns.problem })
    .from(sourceRuns)
    .where(and(eq(sourceRuns.tenantId, ctx.tenantId), eq(sourceRuns.sourceId, sourceId)))
    .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))
    .limit(failures)
  const other = rows.findIndex(({ outcome }) => outcome !== 'failed')
  return other < 0 ? rows : rows.slice(0, other)
}

const attentionOf = async (
  ctx: TenantContext,
  tx: Tx,
  row: DataSourceRow,
  waiting: readonly SourceRunRow[],
): Promise<SourceAttention[]> => {
  const { sourceId, name } = row
  const about = { kind: 'source', sourceId, name, problem: null, changedPercent: null, openDoubts: 0 } as const
  const found: SourceAttention[] = []
  if (isBroken(row) && !row.isPaused) {
    const failures = await selectFailures(ctx, tx, row)
    const since = (failures.at(-1)?.startedAt ?? row.modifiedAt).toISOString()
    found.push({ ...about, about: 'broken', problem: failures[0]?.problem ?? null, since })
  }
  const undecided = waiting.find(isWaiting)
  if (undecided) {
    const changedPercent = undecided.figures?.changedPercent ?? null
    found.push({ ...about, about: 'waiting', since: undecided.startedAt.toISOString(), changedPercent })
  }
  const doubtful = waiting.filter(({ openDoubts }) => openDoubts > 0)
  const first = doubtful.at(-1)
  if (first) {
    const openDoubts = sumOfDoubts(doubtful)
    found.push({ ...about, about: 'doubts', since: first.startedAt.toISOString(), openDoubts })
  }
  return found
}

/** The data sources that need a person, by name: broken ones, runs that wait, and doubtful rows. */
export const listSourceAttention = (ctx: TenantContext): Promise<SourceAttention[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await selectSources(ctx, tx)
    if (rows.length === 0) return []
    const waiting = await selectWaiting(ctx, tx, rows)
    const found: SourceAttention[] = []
    for (const row of rows) {
      const own = waiting.filter(({ sourceId }) => sourceId === row.sourceId)
      found.push(...(await attentionOf(ctx, tx, row, own)))
    }
    return found
  })
