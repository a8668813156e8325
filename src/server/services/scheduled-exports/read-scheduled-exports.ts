import { and, asc, eq } from 'drizzle-orm'
import type { SourceAttention } from '#contract/data-sources.ts'
import type { ScheduledExport } from '#contract/scheduled-exports.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { scheduledExports } from '../../db/tables/scheduled-exports.table.ts'
import { NotFoundError } from '../../errors.ts'
import { exchangePlaces } from '../../exchange/exchange-places.ts'
import { isMine } from '../exchanges/exchange-author.ts'
import { isBroken } from '../exchanges/next-attempt.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { type DateFile, makeDateFile } from './date-file.ts'

export type ExportRow = typeof scheduledExports.$inferSelect

/** A stored export as the contract shows it, without its secret. */
export const presentExport = (ctx: TenantContext, row: ExportRow): ScheduledExport => ({
  exportId: row.exportId,
  version: row.version,
  name: row.name,
  target: row.target,
  hasSecret: row.secret !== null,
  datesOf: row.datesOf,
  format: row.format,
  importedOnly: row.importedOnly,
  schedule: row.schedule,
  isPaused: row.isPaused,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  isMine: isMine(ctx, row),
  nextAt: row.isPaused ? null : isoOrNull(row.nextAt),
  sentAt: isoOrNull(row.sentAt),
  sentRows: row.sentRows,
  failures: row.failures,
  isBroken: isBroken(row),
  problem: row.problem,
})

export const isExport = ({ tenantId }: Pick<TenantContext, 'tenantId'>, exportId: string) =>
  and(eq(scheduledExports.tenantId, tenantId), eq(scheduledExports.exportId, exportId))

/** A stored export; 404. */
export const requireExport = async (ctx: TenantContext, tx: Tx, exportId: string): Promise<ExportRow> => {
  const [row] = await tx.select().from(scheduledExports).where(isExport(ctx, exportId))
  if (!row) throw new NotFoundError()
  return row
}

const selectExports = (ctx: TenantContext): Promise<ExportRow[]> =>
  readTenant(ctx, (tx) =>
    tx
      .select()
      .from(scheduledExports)
      .where(eq(scheduledExports.tenantId, ctx.tenantId))
      .orderBy(asc(scheduledExports.name)),
  )

/** The exports that need a person, by name: those that have failed again and again. */
export const listExportAttention = async (ctx: TenantContext): Promise<SourceAttention[]> =>
  (await selectExports(ctx))
    .filter((row) => isBroken(row) && !row.isPaused)
    .map(({ exportId, name, problem, sentAt, createdAt }) => ({
      kind: 'export',
      sourceId: exportId,
      name,
      about: 'broken',
      problem,
      since: (sentAt ?? createdAt).toISOString(),
      changedPercent: null,
      openDoubts: 0,
    }))

/** The exports of the organization by name, and where this server may send them. */
export const listScheduledExports = async (ctx: TenantContext) => {
  const rows = await selectExports(ctx)
  return {
    places: await exchangePlaces(ctx.app, ctx.tenantId),
    exports: rows.map((row) => presentExport(ctx, row)),
  }
}

/** The file of an export as it would be sent now; 404, and as `makeDateFile`. */
export const readExportFile = async (
  ctx: TenantContext,
  { exportId }: { readonly exportId: string },
): Promise<DateFile & Pick<ScheduledExport, 'datesOf' | 'format'>> => {
  const row = await readTenant(ctx, (tx) => requireExport(ctx, tx, exportId))
  return { ...(await makeDateFile(ctx, row)), datesOf: row.datesOf, format: row.format }
}
