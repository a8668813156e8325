import { and, desc, eq } from 'drizzle-orm'
import type { HistoryEntry } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { presentEntry } from './present-entry.ts'

const newest = 200

/** The newest 200 changes of a project and its operations; also of a deleted one, which history keeps. 404 when never known. */
export const listProjectHistory = (ctx: TenantContext, { projectId }: { projectId: string }): Promise<HistoryEntry[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(historyEntries)
      .where(and(eq(historyEntries.tenantId, ctx.tenantId), eq(historyEntries.projectId, projectId)))
      .orderBy(desc(historyEntries.at), desc(historyEntries.historyId))
      .limit(newest)
    if (rows.length === 0) {
      const known = await tx
        .select({ projectId: projects.projectId })
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
      if (known.length === 0) throw new NotFoundError()
    }
    return rows.map(presentEntry)
  })
