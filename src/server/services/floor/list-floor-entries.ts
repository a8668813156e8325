import { and, desc, eq } from 'drizzle-orm'
import type { FloorEntries } from '#contract/workers.ts'
import { may } from '#domain/access/rights.ts'
import { reworkHours } from '#domain/floor/rework-hours.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { floorReports } from '../../db/tables/floor-reports.table.ts'
import { NotFoundError } from '../../errors.ts'
import { selectOperations } from '../operations/read-operations.ts'
import { selectProposedRework } from '../proposals/proposed-rework.ts'
import { noPieces, selectPieces } from '../work-time/floor-entries.ts'

const mostEntries = 50

/** The reports about one operation. Only planners see names. 404. */
export const listFloorEntries = (
  ctx: TenantContext,
  { projectId, operationId }: { readonly projectId: string; readonly operationId: string },
): Promise<FloorEntries> =>
  readTenant(ctx, async (tx) => {
    const [operation] = await selectOperations(ctx, tx, [projectId], [operationId])
    if (!operation) throw new NotFoundError()
    const rows = await tx
      .select()
      .from(floorReports)
      .where(and(eq(floorReports.tenantId, ctx.tenantId), eq(floorReports.operationId, operationId)))
      .orderBy(desc(floorReports.at), desc(floorReports.reportId))
      .limit(mostEntries)
    const pieces = (await selectPieces(ctx, tx, [operationId])).get(operationId) ?? noPieces
    const reworkProposals = await selectProposedRework(ctx, tx, operationId)
    const proposed = reworkProposals.reduce((sum, proposal) => sum + proposal.pieces, 0)
    const reworkLeft = Math.max(0, pieces.scrap - pieces.reworked - proposed)
    const seesNames = may(ctx, 'seeWorkerNames').ok
    return {
      ...pieces,
      reworkProposals,
      reworkLeft,
      reworkHours: reworkHours({ ...operation.row, ...pieces }, reworkLeft),
      entries: rows.map(({ reportId, at, kind, good, scrap, reworked, reason, workerName, reportedBy, userId }) => ({
        reportId,
        at: at.toISOString(),
        kind,
        good,
        scrap,
        reworked,
        reason,
        workerName: seesNames ? workerName : '',
        reportedBy: seesNames || userId === null ? reportedBy : '',
      })),
    }
  })
