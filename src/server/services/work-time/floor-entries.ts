import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FloorReport } from '#contract/floor.ts'
import type { TenantContext } from '../../context.ts'
import { isAmong } from '../../db/among.ts'
import type { Tx } from '../../db/database.ts'
import { floorReports } from '../../db/tables/floor-reports.table.ts'
import { createdStamp, diffFields } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'
import type { WorkPerson } from './record-work.ts'

export type FloorReportRow = typeof floorReports.$inferSelect

/** The fields of a report in history. */
export const floorReportFields = (row: FloorReportRow) => ({
  projectId: row.projectId,
  operationId: row.operationId,
  at: row.at.toISOString(),
  kind: row.kind,
  good: row.good,
  scrap: row.scrap,
  reason: row.reason,
  workerId: row.workerId,
  userId: row.userId,
  workerName: row.workerName,
  reportedBy: row.reportedBy,
})

interface NewEntry {
  readonly operation: { readonly operationId: string; readonly projectId: string }
  readonly report: FloorReport
  readonly at: Date
  readonly person: WorkPerson | null
}

/** Stores what a report says that the operation does not hold: pieces, or the reason of a pause. Other reports store nothing here. */
export const storeFloorEntry = async (
  { ctx, tx, record }: Write,
  { operation: { operationId, projectId }, report, at, person }: NewEntry,
): Promise<void> => {
  const { kind, good = 0, scrap = 0 } = report
  if (kind !== 'pieces' && kind !== 'pause') return
  const row: FloorReportRow = {
    tenantId: ctx.tenantId,
    reportId: randomUUID(),
    operationId,
    projectId,
    at,
    kind,
    good: kind === 'pieces' ? good : 0,
    scrap: kind === 'pieces' ? scrap : 0,
    reason: (kind === 'pieces' ? scrap > 0 && report.scrapReason : report.reason) || '',
    workerId: person?.workerId ?? null,
    userId: person?.userId ?? null,
    workerName: person?.name ?? '',
    reportedBy: ctx.userName,
    ...createdStamp(ctx),
  }
  await tx.insert(floorReports).values(row)
  const changes = diffFields(null, floorReportFields(row))
  record.history({ entity: 'floorReport', entityId: row.reportId, projectId, action: 'create', changes })
  record.changed('operations', { id: operationId, projectId })
}

export interface CountedPieces {
  readonly good: number
  readonly scrap: number
}

/** The pieces that were reported, by operation. */
export const selectPieces = async (
  { tenantId }: TenantContext,
  tx: Tx,
  operationIds: readonly string[],
): Promise<ReadonlyMap<string, CountedPieces>> => {
  const rows = await tx
    .select({
      operationId: floorReports.operationId,
      good: sql<number>`sum(${floorReports.good})::int`,
      scrap: sql<number>`sum(${floorReports.scrap})::int`,
    })
    .from(floorReports)
    .where(and(eq(floorReports.tenantId, tenantId), isAmong(floorReports.operationId, operationIds)))
    .groupBy(floorReports.operationId)
  return new Map(rows.map(({ operationId, ...pieces }) => [operationId, pieces]))
}

export const noPieces: CountedPieces = { good: 0, scrap: 0 }
