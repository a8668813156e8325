import { and, desc, eq } from 'drizzle-orm'
import { keptSourceRuns, mostListedDifferences, type SourceRun, type SourceRunDetails } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { NotFoundError } from '../../errors.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { presentVanished } from './find-vanished.ts'
import { planSourceRun } from './plan-source-run.ts'
import { presentChanges, presentDoubts, presentKept } from './present-plan.ts'
import { readSourceFile } from './read-source-file.ts'
import {
  type DataSourceRow,
  isDetails,
  isRun,
  requireSource,
  type SourceRunPath,
  type SourceRunRow,
} from './source-rows.ts'

/** A run as the contract shows it. `isUndone`: its change set is undone. */
export const presentRun = (row: SourceRunRow, isUndone: boolean): SourceRun => ({
  runId: row.runId,
  startedAt: row.startedAt.toISOString(),
  endedAt: isoOrNull(row.endedAt),
  trigger: row.trigger,
  outcome: row.outcome,
  fileName: row.fileName,
  fileBytes: row.fileBytes,
  figures: row.figures,
  problem: row.problem,
  changeId: row.changeId,
  isUndone,
  decidedBy: row.decidedBy,
  openDoubts: row.openDoubts,
})

const selectRuns = (tx: Tx) =>
  tx
    .select({ run: sourceRuns, undone: changeSets.undone })
    .from(sourceRuns)
    .leftJoin(
      changeSets,
      and(eq(changeSets.tenantId, sourceRuns.tenantId), eq(changeSets.changeId, sourceRuns.changeId)),
    )

/** The runs of a data source, the newest first. 404 when there is no such source. */
export const listSourceRuns = (ctx: TenantContext, { sourceId }: { readonly sourceId: string }): Promise<SourceRun[]> =>
  readTenant(ctx, async (tx) => {
    await requireSource(ctx, tx, sourceId)
    const rows = await selectRuns(tx)
      .where(and(eq(sourceRuns.tenantId, ctx.tenantId), eq(sourceRuns.sourceId, sourceId)))
      .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))
      .limit(keptSourceRuns)
    return rows.map(({ run, undone }) => presentRun(run, undone ?? false))
  })

/** One run as the contract shows it. 404 when there is no such run of this source. */
export const readRun = async (ctx: TenantContext, tx: Tx, path: SourceRunPath): Promise<SourceRun> => {
  const [found] = await selectRuns(tx).where(isRun(ctx, path))
  if (!found) throw new NotFoundError()
  return presentRun(found.run, found.undone ?? false)
}

/** What a run that waits would do now. */
const presentWaiting = async (
  ctx: TenantContext,
  run: SourceRun,
  { source, file }: { readonly source: DataSourceRow; readonly file: Uint8Array },
): Promise<SourceRunDetails> => {
  const table = await readSourceFile(ctx, { reading: source.reading, bytes: file })
  const plan = await planSourceRun(ctx, { source, table })
  // Rows that a person took off the list stay off.
  const isTakenOff = run.openDoubts === 0 && (run.figures?.doubtful ?? 0) > 0
  return {
    run,
    vanished: presentVanished(plan.vanished).slice(0, mostListedDifferences),
    keptOurs: presentKept(plan),
    doubts: isTakenOff ? null : presentDoubts(plan),
    waiting: { seen: plan.seen, changes: presentChanges(plan), figures: plan.figures },
  }
}

/**
 * A run with its doubtful rows, kept values and vanished records; of a waiting one, what it would do now. 404; 422 when a waiting file can
 * no longer be read as its source says; 429 and 503 as `askInTurn`.
 */
export const getSourceRun = async (ctx: TenantContext, path: SourceRunPath): Promise<SourceRunDetails> => {
  const { run, source, details } = await readTenant(ctx, async (tx) => {
    const found = await readRun(ctx, tx, path)
    const [row] = await tx.select().from(sourceRunDetails).where(isDetails(ctx, path))
    return { run: found, source: await requireSource(ctx, tx, path.sourceId), details: row }
  })
  if (run.outcome === 'waiting' && details?.file) return presentWaiting(ctx, run, { source, file: details.file })
  const { vanished = [], keptOurs = [], doubts = null } = details ?? {}
  return { run, vanished, keptOurs, doubts, waiting: null }
}
