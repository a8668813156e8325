import type { WorkReportInput, WorkTime } from '#contract/work-intervals.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError } from '../../errors.ts'
import { type Write, writeTenant } from '../records/write-tenant.ts'
import { readWorkTimeWithin, selectWorked } from '../work-time/read-work-time.ts'
import { recordWork } from '../work-time/record-work.ts'
import { lockProject } from './lock-project.ts'
import type { OperationPath } from './read-operations.ts'
import { changeOperationWithin } from './write-operations.ts'

const start = async (write: Write, path: OperationPath, time: WorkReportInput['time']): Promise<void> => {
  const { ctx, tx } = write
  const operation = await selectWorked(ctx, tx, path)
  if (isCompleted({ ...operation, actualEndMs: operation.actualEndDate?.getTime() ?? null })) {
    throw new RuleError('It is done already.')
  }
  if (operation.onHold) throw new RuleError('It is on hold. Release it first.')
  const at = ctx.app.now()
  await recordWork(write, { operation, kind: 'start', at, person: null, time })
  if (operation.actualStartDate) return
  await changeOperationWithin(write, { ...path, input: { actualStartDate: at.toISOString() } })
}

/**
 * Reports that work on an operation starts, goes on or pauses now, without saying who works. 404, 422 for work that is done or on hold.
 */
export const reportWorkTime = (
  ctx: TenantContext,
  { kind, time, ...path }: OperationPath & WorkReportInput,
): Promise<WorkTime> =>
  writeTenant(ctx, async (write) => {
    const { tx, record } = write
    await lockProject(ctx, tx, path.projectId)
    if (kind === 'start') await start(write, path, time)
    else {
      const operation = await selectWorked(ctx, tx, path)
      await recordWork(write, { operation, kind, at: ctx.app.now(), person: null })
    }
    const { projectId, operationId } = path
    record.touched({ entity: 'operation', entityId: operationId, projectId, action: 'update' })
    return readWorkTimeWithin(ctx, tx, path)
  })
