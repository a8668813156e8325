import { and, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { dataSources, sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { NotFoundError } from '../../errors.ts'

export type DataSourceRow = typeof dataSources.$inferSelect
export type SourceRunRow = typeof sourceRuns.$inferSelect
export type SourceRunDetailsRow = typeof sourceRunDetails.$inferSelect

export interface SourceRunPath {
  readonly sourceId: string
  readonly runId: string
}

/** The conditions that find a run of an organization's source. */
export const isRun = ({ tenantId }: Pick<TenantContext, 'tenantId'>, { sourceId, runId }: SourceRunPath) =>
  and(eq(sourceRuns.tenantId, tenantId), eq(sourceRuns.sourceId, sourceId), eq(sourceRuns.runId, runId))

/** The conditions that find the details of a run. */
export const isDetails = ({ tenantId }: Pick<TenantContext, 'tenantId'>, { runId }: Pick<SourceRunPath, 'runId'>) =>
  and(eq(sourceRunDetails.tenantId, tenantId), eq(sourceRunDetails.runId, runId))

/** A data source of the organization. 404 when there is none. */
export const requireSource = async (ctx: TenantContext, tx: Tx, sourceId: string): Promise<DataSourceRow> => {
  const [row] = await tx
    .select()
    .from(dataSources)
    .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId)))
  if (!row) throw new NotFoundError()
  return row
}
