import { and, desc, eq } from 'drizzle-orm'
import type { FloorEntries } from '#contract/workers.ts'
import { may } from '#domain/access/rights.ts'
import { reworkHours } from '#domain/floor/rework-hours.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { floorReports } from '../../db/tables/floor-reports.table.ts'
import { NotFoundError } from '../../errors.ts'
import { selectOperations } from '../operations/read-operations.ts'
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
    const seesNames = may(ctx, 'seeWorkerNames').ok
    return {
      ...pieces,
      reworkHours: reworkHours(operation.row, pieces.scrap),
      entries: rows.map(({ reportId, at, kind, good, scrap, reason, workerName, reportedBy, userId }) => ({
        reportId,
        at: at.toISOString(),
        kind,
        good,
        scrap,
        reason,
        workerName: seesNames ? workerName : '',
        reportedBy: seesNames || userId === null ? reportedBy : '',
      })),
    }
  })
