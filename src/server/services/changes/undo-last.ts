import { and, desc, eq, exists } from 'drizzle-orm'
import type { UndoAnswer } from '#contract/changes.ts'
import type { TenantContext } from '../../context.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import type { Scope } from './kinds/kind.ts'
import { type ChangeSetRow, refusalsOf } from './present-change.ts'
import { asUndo, reverseIfAllowed, type UndoVerb } from './undo-change.ts'

const looksBack = 20

/** The newest own sets that still stand. */
const standing = ({ ctx, tx }: Scope): Promise<ChangeSetRow[]> =>
  tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.userId, ctx.userId), eq(changeSets.undone, false)))
    .orderBy(desc(changeSets.ordinal))
    .limit(looksBack)

/** What the person undid last, unless they have changed something since. */
const undone = async (scope: Scope): Promise<ChangeSetRow[]> => {
  const { ctx, tx } = scope
  const byMe = tx
    .select({ historyId: historyEntries.historyId })
    .from(historyEntries)
    .where(
      and(
        eq(historyEntries.tenantId, changeSets.tenantId),
        eq(historyEntries.requestId, changeSets.tipId),
        eq(historyEntries.userId, ctx.userId),
      ),
    )
  const [last] = await tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.undone, true), exists(byMe)))
    .orderBy(desc(changeSets.tipOrdinal))
    .limit(1)
  const [newer] = await standing(scope)
  return last && !(newer && newer.ordinal > (last.tipOrdinal ?? '')) ? [last] : []
}

/** Undoes the newest own change that can be, or redoes the one undone last; null when there is none. */
export const undoLast = (ctx: TenantContext, { verb }: { readonly verb: UndoVerb }): Promise<UndoAnswer | null> =>
  asUndo(ctx, async (scope) => {
    const candidates = await (verb === 'undo' ? standing(scope) : undone(scope))
    const refusals = await refusalsOf(scope.ctx, scope.tx, candidates)
    const row = candidates.find((_, index) => !refusals[index])
    return row ? reverseIfAllowed(scope, row, verb) : null
  })
