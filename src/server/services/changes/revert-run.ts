import { and, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { ForbiddenError, RuleError } from '../../errors.ts'
import { undoDecisions } from '../records/undo-decisions.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { findRun } from '../scheduling-runs/find-run.ts'
import { presentRun } from '../scheduling-runs/present-run.ts'
import { withPreparedSwitch } from '../scheduling-runs/switch-plan.ts'
import { canSwitchRun, runChangeId } from '../scheduling-runs/switch-run.ts'
import type { Scope } from './kinds/kind.ts'
import { reverseLines, selectLines } from './reverse-lines.ts'

export interface RevertedRun {
  readonly run: SchedulingRun
  /** Number of operations whose dates were restored, and of other records that changed together with the plan. */
  readonly reverted: number
  /** Number of operations moved by the run that were changed or removed since. */
  readonly left: number
}

const findChangeSet = async ({ ctx, tx }: Scope, changeId: string) => {
  const [row] = await tx
    .select()
    .from(changeSets)
    .where(and(eq(changeSets.tenantId, ctx.tenantId), eq(changeSets.changeId, changeId)))
  return row
}

/**
 * Reverts a run in one step: restores the dates that it changed and that were not changed since, together with the
 * other changes of an applied proposal. Throws 403 like undo, 404, and 422 for a run that did not succeed, was a
 * preview, or is already reverted.
 */
export const revertRun = (ctx: TenantContext, { runId }: { runId: string }): Promise<RevertedRun> =>
  withPreparedSwitch(ctx, (prepared) =>
    writeTenant(ctx, async (write) => {
      const { tx, record } = write
      if (!canSwitchRun(await findRun(ctx, tx, runId), 'back')) throw new RuleError('This run cannot be reverted.')
      const scope = { ...write, prepared }
      const changeId = runChangeId(runId)
      const changeSet = await findChangeSet(scope, changeId)
      const unknown = { changeId, undoRight: 'run', userId: ctx.userId, summary: {} } as const
      const [decision] = await undoDecisions(ctx, tx, [changeSet ?? unknown])
      if (decision && !decision.ok) throw new ForbiddenError(decision.reason)
      // The latest step of the set: the change itself, its undo or its redo.
      const step = changeSet?.tipId ?? changeId
      const lines = await selectLines(scope, step)
      const { restored, leftCount } = await reverseLines(scope, step, lines, { run: { runId, direction: 'back' } })
      record.reverses({ changeId, undone: true })
      return { run: presentRun(await findRun(ctx, tx, runId)), reverted: restored, left: leftCount }
    }),
  )
