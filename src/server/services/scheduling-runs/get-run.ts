import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { findRun } from './find-run.ts'
import { presentRun } from './present-run.ts'

/** One run. Throws 404. */
export const getRun = (ctx: TenantContext, input: { runId: string }): Promise<SchedulingRun> =>
  readTenant(ctx, async (tx) => presentRun(await findRun(ctx, tx, input.runId)))
