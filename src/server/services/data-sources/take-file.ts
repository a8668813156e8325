import { and, count, eq } from 'drizzle-orm'
import { mostWaitingFiles } from '#contract/data-sources.ts'
import type { TenantContext } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { dataSources, sourceFiles } from '../../db/tables/data-sources.table.ts'
import { ConflictError } from '../../errors.ts'
import { lockSource, sourcesChannel } from './manage-data-sources.ts'

interface PushedFile {
  readonly sourceId: string
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Stores a file that a program sends, until its run. The run has the id that is returned. 404; 409 when 20 files wait, and when the source
 * takes no pushed files.
 */
export const takeSourceFile = (
  ctx: TenantContext,
  { sourceId, name, bytes }: PushedFile,
): Promise<{ readonly runId: string }> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const row = await lockSource(ctx, tx, sourceId)
    if (row.origin.kind !== 'pushed') throw new ConflictError('This data source fetches its file itself.')
    const own = and(eq(sourceFiles.tenantId, ctx.tenantId), eq(sourceFiles.sourceId, sourceId))
    const [waiting] = await tx.select({ files: count() }).from(sourceFiles).where(own)
    if ((waiting?.files ?? 0) >= mostWaitingFiles) {
      throw new ConflictError(`${mostWaitingFiles} files of this data source wait already. Send it again later.`)
    }
    const [runId, now] = [orderedId(), ctx.app.now()]
    await tx
      .insert(sourceFiles)
      .values({ tenantId: ctx.tenantId, runId, sourceId, receivedAt: now, fileName: name, file: bytes })
    if (row.isPaused) return { runId }
    await tx
      .update(dataSources)
      .set({ nextRunAt: now })
      .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId)))
    await notify(tx, sourcesChannel, ctx.tenantId)
    return { runId }
  })
