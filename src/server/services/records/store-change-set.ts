import { and, eq } from 'drizzle-orm'
import { summarizeLines } from '#domain/changes/summarize-lines.ts'
import { undoRightOf } from '#domain/changes/undoable.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import type { HistoryLine } from './store-history.ts'

/** A change set that a write undoes (`undone`) or redoes. */
export interface Reversed {
  readonly changeId: string
  readonly undone: boolean
}

/**
 * Stores a write as one change set that can be undone. For an undo or redo it stores the new state of the reversed set
 * instead. Writes of the system and writes that cannot be undone store nothing.
 */
export const storeChangeSet = async (
  ctx: TenantContext,
  tx: Tx,
  lines: readonly HistoryLine[],
  reversed: Reversed | null,
): Promise<void> => {
  if (reversed) {
    await tx
      .update(changeSets)
      .set({ undone: reversed.undone, tipId: ctx.requestId, tipOrdinal: orderedId() })
      .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.changeId, reversed.changeId)))
    return
  }
  const summary = ctx.source === 'system' ? null : summarizeLines(lines)
  if (!summary) return
  await tx
    .insert(changeSets)
    .values({
      tenantId: ctx.tenantId,
      changeId: ctx.requestId,
      ordinal: orderedId(),
      at: ctx.app.now(),
      userId: ctx.userId,
      userName: ctx.userName,
      source: ctx.source,
      summary,
      undoRight: undoRightOf(lines, ctx.source),
    })
    .onConflictDoNothing()
}
