import { and, desc, eq } from 'drizzle-orm'
import { keptSourceRuns, type SourceRun, type SourceRunDetails } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { sourceRuns } from '../../db/tables/data-sources.table.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { requireSource, type SourceRunPath, type SourceRunRow } from './source-rows.ts'

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

/** The runs of a data source, the newest first. 404 when there is no such source. */
export const listSourceRuns = (ctx: TenantContext, { sourceId }: { readonly sourceId: string }): Promise<SourceRun[]> =>
  readTenant(ctx, async (tx) => {
    await requireSource(ctx, tx, sourceId)
    const rows = await tx
      .select({ run: sourceRuns, undone: changeSets.undone })
      .from(sourceRuns)
      .leftJoin(
        changeSets,
        and(eq(changeSets.tenantId, sourceRuns.tenantId), eq(changeSets.changeId, sourceRuns.changeId)),
      )
      .where(and(eq(sourceRuns.tenantId, ctx.tenantId), eq(sourceRuns.sourceId, sourceId)))
      .orderBy(desc(sourceRuns.startedAt), desc(sourceRuns.runId))
      .limit(keptSourceRuns)
    return rows.map(({ run, undone }) => presentRun(run, undone ?? false))
  })

/** A run with its doubtful rows, kept values and vanished records; of a waiting one, what it would change now. 404. */
export const getSourceRun = async (_ctx: TenantContext, _path: SourceRunPath): Promise<SourceRunDetails> => {
  throw new Error('Not built yet')
}
