import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type ActivityEntry, dashboardRows } from '#contract/dashboard.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { presentEntry } from '../history/present-entries.ts'
import { isOfWork } from '../history/select-history.ts'

/** Most entries read. A request writes all its entries at once, and counts at most this many. */
const entriesRead = 200

const projectNames = async (ctx: TenantContext, tx: Tx, ids: string[]) => {
  const rows = await tx
    .select({ id: projects.projectId, number: projects.projectNumber, name: projects.projectName })
    .from(projects)
    .where(sql`${eq(projects.tenantId, ctx.tenantId)} and ${inArray(projects.projectId, ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

const operationNames = async (ctx: TenantContext, tx: Tx, ids: string[]) => {
  const rows = await tx
    .select({ id: operations.operationId, name: operations.name })
    .from(operations)
    .where(sql`${eq(operations.tenantId, ctx.tenantId)} and ${inArray(operations.operationId, ids)}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The newest requests that changed something which every member may see, newest first, each represented by its first entry. */
export const selectActivity = async (ctx: TenantContext, tx: Tx): Promise<ActivityEntry[]> => {
  const rows = await tx
    .select()
    .from(historyEntries)
    .where(and(eq(historyEntries.tenantId, ctx.tenantId), isOfWork))
    .orderBy(desc(historyEntries.at), desc(historyEntries.historyId))
    .limit(entriesRead)
  const byRequest = Map.groupBy(rows, ({ requestId }) => requestId)
  const sets = [...byRequest.values()].slice(0, dashboardRows.activity)
  const firsts = sets.flatMap((set) => set.at(-1) ?? [])
  const byProject = await projectNames(
    ctx,
    tx,
    firsts.flatMap(({ projectId }) => projectId ?? []),
  )
  const byOperation = await operationNames(
    ctx,
    tx,
    firsts.flatMap(({ entity, entityId }) => (entity === 'operation' ? [entityId] : [])),
  )
  return firsts.map((row, index) => ({
    entry: presentEntry(row),
    projectNumber: byProject.get(row.projectId ?? '')?.number ?? null,
    projectName: byProject.get(row.projectId ?? '')?.name ?? null,
    operationName: byOperation.get(row.entityId) ?? null,
    more: (sets[index]?.length ?? 1) - 1,
  }))
}
