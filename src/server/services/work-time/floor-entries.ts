import { and, eq, sql } from 'drizzle-orm'
import type { FloorReport } from '#contract/floor.ts'
import type { TenantContext } from '../../context.ts'
import { isAmong } from '../../db/among.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
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
  reworked: row.reworked,
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

type EntryFacts = Pick<FloorReportRow, 'kind' | 'at'> &
  Partial<Pick<FloorReportRow, 'good' | 'scrap' | 'reworked' | 'reason'>> & {
    readonly operation: NewEntry['operation']
    readonly person: WorkPerson | null
  }

const insertEntry = async (
  { ctx, tx, record }: Write,
  { operation: { operationId, projectId }, person, ...facts }: EntryFacts,
): Promise<FloorReportRow> => {
  const row: FloorReportRow = {
    good: 0,
    scrap: 0,
    reworked: 0,
    reason: '',
    ...facts,
    tenantId: ctx.tenantId,
    reportId: orderedId(),
    operationId,
    projectId,
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
  return row
}

/**
 * Stores what a report says that the operation does not hold: pieces, or the reason of a pause. Returns the stored row; null for other
 * reports, which store nothing here.
 */
export const storeFloorEntry = async (
  write: Write,
  { operation, report, at, person }: NewEntry,
): Promise<FloorReportRow | null> => {
  const { kind, good = 0, scrap = 0, scrapReason = '', reason = '' } = report
  if (kind === 'pause') return insertEntry(write, { operation, at, person, kind, reason })
  if (kind !== 'pieces') return null
  return insertEntry(write, { operation, at, person, kind, good, scrap, reason: scrap > 0 ? scrapReason : '' })
}

/** Notes that the rework of some scrapped pieces is in the plan. It is undone together with the change that planned it. */
export const storeRework = async (
  write: Write,
  { operation, pieces }: Pick<NewEntry, 'operation'> & { readonly pieces: number },
): Promise<void> => {
  await insertEntry(write, { operation, kind: 'rework', reworked: pieces, at: write.ctx.app.now(), person: null })
}

export interface CountedPieces {
  readonly good: number
  readonly scrap: number
  /** Scrapped pieces whose rework is in the plan. */
  readonly reworked: number
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
      reworked: sql<number>`sum(${floorReports.reworked})::int`,
    })
    .from(floorReports)
    .where(and(eq(floorReports.tenantId, tenantId), isAmong(floorReports.operationId, operationIds)))
    .groupBy(floorReports.operationId)
  return new Map(rows.map(({ operationId, ...pieces }) => [operationId, pieces]))
}

export const noPieces: CountedPieces = { good: 0, scrap: 0, reworked: 0 }
