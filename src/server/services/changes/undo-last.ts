import { and, desc, eq, exists } from 'drizzle-orm'
import type { RunUndoQuestion, SkippedChanges, UndoAnswer } from '#contract/changes.ts'
import type { TenantContext } from '../../context.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { movesBeside } from '../scheduling-runs/renew-lease.ts'
import type { Scope } from './kinds/kind.ts'
import { type ChangeSetRow, presentSummaries, refusalsOf } from './list-changes.ts'
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

interface NewestOwn {
  /** The newest own set that can be reversed. */
  readonly row: ChangeSetRow | undefined
  /** Newer ones that cannot. */
  readonly skipped: SkippedChanges | null
}

const newestOwn = async (scope: Scope, verb: UndoVerb): Promise<NewestOwn> => {
  const { ctx, tx } = scope
  const candidates = await (verb === 'undo' ? notUndone(scope) : undone(scope))
  const refusals = await refusalsOf(ctx, tx, candidates)
  const found = refusals.indexOf(null)
  const count = found < 0 ? candidates.length : found
  const [refusal] = refusals
  const [summary] = await presentSummaries(ctx, tx, candidates.slice(0, Math.min(count, 1)))
  return { row: candidates[found], skipped: summary && refusal ? { count, summary, refusal } : null }
}

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

interface UndoneLast {
  readonly done: UndoAnswer | null
  readonly question: RunUndoQuestion | null
  readonly skipped: SkippedChanges | null
}

/**
 * Undoes the newest own change that can be undone, or redoes the one undone last; says which newer ones it skipped. `asksBeforeRun`: if
 * that is a run, it changes nothing and returns a question.
 */
export const undoLast = (
  ctx: TenantContext,
  { verb, asksBeforeRun = false }: { readonly verb: UndoVerb; readonly asksBeforeRun?: boolean | undefined },
): Promise<UndoneLast> =>
  asUndo(ctx, async (scope) => {
    const { row, skipped } = await newestOwn(scope, verb)
    const question = row && asksBeforeRun ? await questionOf(scope, row) : null
    return { done: row && !question ? await reverseIfAllowed(scope, row, verb) : null, question, skipped }
  })
