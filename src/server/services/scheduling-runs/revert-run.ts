import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { findRun } from './find-run.ts'
import { presentRun } from './present-run.ts'
import { withPreparedSwitch } from './switch-plan.ts'
import { canSwitchRun, runChangeId, switchRun } from './switch-run.ts'

export interface RevertedRun {
  readonly run: SchedulingRun
  /** Number of operations whose dates were restored. */
  readonly reverted: number
  /** Number of operations moved by the run that somebody has changed or removed since. */
  readonly left: number
}

/**
 * Reverts a run: restores all dates that it changed and nobody has changed since, at once. Throws 404, and 422 for a run
 * that did not succeed, was a preview, or is reverted already.
 */
export const revertRun = (ctx: TenantContext, { runId }: { runId: string }): Promise<RevertedRun> =>
  withPreparedSwitch(ctx, (prepared) =>
    writeTenant(ctx, async ({ tx, record }) => {
      await lockTenant(ctx, tx)
      if (!canSwitchRun(await findRun(ctx, tx, runId), 'back')) throw new RuleError('This run cannot be reverted.')
      const { row, switched, left } = await switchRun(ctx, tx, record, { runId, direction: 'back' }, prepared)
      record.reverses({ changeId: runChangeId(runId), undone: true })
      return { run: presentRun(row), reverted: switched, left }
    }),
  )
