import { and, eq } from 'drizzle-orm'
import type { HistoryEntry } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { presentEntries } from './present-entries.ts'
import { selectHistory } from './select-history.ts'

const newest = 200

/** The newest 200 changes of a project and its operations; also of a deleted one, which history keeps. 404 when never known. */
export const listProjectHistory = (ctx: TenantContext, { projectId }: { projectId: string }): Promise<HistoryEntry[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await selectHistory(ctx, tx, { filter: { projectId }, reach: 'work', after: null, limit: newest })
    if (rows.length === 0) {
      const known = await tx
        .select({ projectId: projects.projectId })
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, projectId)))
      if (known.length === 0) throw new NotFoundError()
    }
    return presentEntries(ctx, tx, rows)
  })
