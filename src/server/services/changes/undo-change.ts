import { and, eq } from 'drizzle-orm'
import type { UndoAnswer, UndoRefusal } from '#contract/changes.ts'
import { type TenantContext, withSource } from '../../context.ts'
import { preferGenericPlans } from '../../db/generic-plans.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { ForbiddenError, NotFoundError, RuleError } from '../../errors.ts'
import { dropStaged } from '../records/store-history.ts'
import { undoDecisions } from '../records/undo-decisions.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { withPreparedSwitch } from '../scheduling-runs/switch-plan.ts'
import type { Scope } from './kinds/kind.ts'
import { type ChangeSetRow, presentSummaries, refusalsOf } from './list-changes.ts'
import { changeNumberOf, type PlannedUndo, planUndo, UndoPlanWanted, wantsPlan } from './plan-undo.ts'
import { reverseLines, selectLines } from './reverse-lines.ts'

export type UndoVerb = 'undo' | 'redo'

const sentences: Record<Exclude<UndoRefusal, 'adminOnly' | 'noRight'>, string> = {
  undone: 'This change has already been undone.',
  notUndone: 'This change has not been undone.',
  never: 'This change cannot be undone.',
  runGone: 'This run is too old to be reverted.',
}

const refuse = (refusal: Exclude<UndoRefusal, 'adminOnly' | 'noRight'>): never => {
  throw new RuleError(sentences[refusal])
}

/** The plan that holds for the present state of the shop; null = it is made in this transaction. */
const plannedFor = async ({ ctx, tx, planned, mustPlan }: Scope, requestId: string): Promise<PlannedUndo | null> => {
  const isOurs = planned?.requestId === requestId
  if (isOurs && planned.changeNumber === (await changeNumberOf(ctx, tx))) return planned
  if (mustPlan && (await wantsPlan(ctx, tx, requestId))) throw new UndoPlanWanted(requestId)
  return null
}

const reverseChangeSet = async (scope: Scope, row: ChangeSetRow): Promise<UndoAnswer> => {
  const { ctx, tx, record } = scope
  // Reverses the latest step of the set: the change itself, its undo, or its redo.
  const sourceId = row.tipId ?? row.changeId
  const planned = await plannedFor(scope, sourceId)
  const lines = planned?.lines ?? (await selectLines(scope, sourceId))
  if (planned) await preferGenericPlans(tx)
  if (planned?.staged) record.stagedHistory(planned.staged)
  const { restored, left, leftCount } = await reverseLines(scope, sourceId, lines, { plan: planned?.plan ?? null })
  const [summary] = await presentSummaries(ctx, tx, [row])
  if (!summary) throw new Error('A change set has no summary')
  record.reverses({ changeId: row.changeId, undone: !row.undone })
  return { changeId: ctx.requestId, of: row.changeId, summary, restored, left: [...left], leftCount }
}

const mostPlans = 3

/**
 * Runs `work` as an undo: with the organization locked, and with `undo` as the source in history. A large change set is read
 * before, and again when the shop changed meanwhile.
 */
export const asUndo = async <T>(ctx: TenantContext, work: (scope: Scope) => Promise<T>): Promise<T> => {
  const undoing = withSource(ctx, 'undo')
  let planned: PlannedUndo | undefined
  for (let plans = 0; ; plans += 1) {
    let wanted: string
    const more = { planned, mustPlan: plans < mostPlans }
    try {
      return await withPreparedSwitch(undoing, (prepared) =>
        writeTenant(undoing, async ({ tx, record }) => {
          return work({ ctx: undoing, tx, record, prepared, ...more })
        }),
      )
    } catch (error) {
      if (!(error instanceof UndoPlanWanted)) throw error
      wanted = error.requestId
    } finally {
      await dropStaged(undoing, planned?.staged ?? null)
    }
    planned = await planUndo(undoing, wanted)
  }
}

/** Reverses a set, unless it is already in the requested state or the caller may not. Call inside `asUndo`. */
export const reverseIfAllowed = async (scope: Scope, row: ChangeSetRow, verb: UndoVerb): Promise<UndoAnswer> => {
  const [decision] = await undoDecisions(scope.ctx, scope.tx, [row])
  if (decision && !decision.ok) throw new ForbiddenError(decision.reason)
  if (row.undone !== (verb === 'redo')) refuse(row.undone ? 'undone' : 'notUndone')
  const [refusal] = await refusalsOf(scope.ctx, scope.tx, [row])
  if (refusal === 'runGone') refuse(refusal)
  return reverseChangeSet(scope, row)
}

/**
 * Undoes or redoes a change set in every field that still has the value from the set. Other fields are left alone and
 * listed. 404, 403 (needs an admin), 422 (already in the requested state; a run too long ago).
 */
export const undoChange = (
  ctx: TenantContext,
  { changeId, verb }: { readonly changeId: string; readonly verb: UndoVerb },
): Promise<UndoAnswer> =>
  asUndo(ctx, async (scope) => {
    const [row] = await scope.tx
      .select()
      .from(changeSets)
      .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.changeId, changeId)))
    if (!row) throw new NotFoundError()
    return reverseIfAllowed(scope, row, verb)
  })
