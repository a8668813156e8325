import { and, desc, eq, exists } from 'drizzle-orm'
import type { RunUndoQuestion, UndoAnswer } from '#contract/changes.ts'
import type { TenantContext } from '../../context.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { movesBeside } from '../scheduling-runs/renew-lease.ts'
import type { Scope } from './kinds/kind.ts'
import { type ChangeSetRow, refusalsOf } from './list-changes.ts'
import { asUndo, reverseIfAllowed, type UndoVerb } from './undo-change.ts'

const looksBack = 20

/** The newest own sets that are not undone. */
const notUndone = ({ ctx, tx }: Scope): Promise<ChangeSetRow[]> =>
  tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.userId, ctx.userId), eq(changeSets.undone, false)))
    .orderBy(desc(changeSets.ordinal))
    .limit(looksBack)

/** The set that the person undid last, unless they have changed something since. */
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
  const [newer] = await notUndone(scope)
  return last && !(newer && newer.ordinal > (last.tipOrdinal ?? '')) ? [last] : []
}

const newestOwn = async (scope: Scope, verb: UndoVerb): Promise<ChangeSetRow | undefined> => {
  const candidates = await (verb === 'undo' ? notUndone(scope) : undone(scope))
  const refusals = await refusalsOf(scope.ctx, scope.tx, candidates)
  return candidates.find((_, index) => !refusals[index])
}

/** Undoes the newest own change that can be undone, or redoes the one undone last. null when there is none. */
export const undoLast = (ctx: TenantContext, { verb }: { readonly verb: UndoVerb }): Promise<UndoAnswer | null> =>
  asUndo(ctx, async (scope) => {
    const row = await newestOwn(scope, verb)
    return row ? reverseIfAllowed(scope, row, verb) : null
  })

const questionOf = async ({ ctx, tx }: Scope, row: ChangeSetRow): Promise<RunUndoQuestion | null> => {
  const { entity, entityId } = row.summary
  if (entity !== 'schedulingRun' || !entityId) return null
  const [run] = await tx
    .select()
    .from(schedulingRuns)
    .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), eq(schedulingRuns.runId, entityId)))
  if (!run) return null
  const [project] = run.projectId
    ? await tx
        .select({ number: projects.projectNumber })
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), eq(projects.projectId, run.projectId)))
    : []
  return {
    changeId: row.changeId,
    startedAt: run.startedAt.toISOString(),
    scope: run.projectId ? 'project' : run.projectIds ? 'some' : 'all',
    projectNumber: project?.number ?? null,
    changedOperations: run.progress.changedOperations ?? 0,
    ...movesBeside(run.progress),
  }
}

/** Undoes the newest own change. If that is a run, it changes nothing and returns a question. */
export const undoLastOrAsk = (
  ctx: TenantContext,
): Promise<{ readonly done: UndoAnswer | null; readonly question: RunUndoQuestion | null }> =>
  asUndo(ctx, async (scope) => {
    const row = await newestOwn(scope, 'undo')
    const question = row ? await questionOf(scope, row) : null
    return { done: row && !question ? await reverseIfAllowed(scope, row, 'undo') : null, question }
  })
