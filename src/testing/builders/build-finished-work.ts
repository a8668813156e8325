import { randomUUID } from 'node:crypto'
import { hourMs } from '#domain/time/units.ts'
import type { TenantContext } from '#server/context.ts'
import { workIntervals } from '#server/db/tables/work-intervals.table.ts'
import { buildOperation } from './build-operation.ts'
import { buildProject } from './build-project.ts'

interface FinishedWork {
  readonly name?: string
  readonly categoryId: string
  /** Actual / estimate of each operation; estimates are four hours. */
  readonly ratios: readonly number[]
}

const estimateHours = 4

/** Operations that were finished one after the other, the last one two hours ago, with recorded time on work. */
export const buildFinishedWork = async (
  ctx: TenantContext,
  { name = 'Cut', categoryId, ratios }: FinishedWork,
): Promise<void> => {
  const { projectId } = await buildProject(ctx, { projectName: 'Earlier' })
  let endMs = ctx.app.now().getTime() - 2 * hourMs
  for (const ratio of ratios) {
    const workedHours = estimateHours * ratio
    const [startedAt, endedAt] = [new Date(endMs - workedHours * hourMs), new Date(endMs)]
    const { operationId } = await buildOperation(ctx, projectId, {
      name,
      categoryId,
      durationHours: estimateHours,
      actualStartDate: startedAt.toISOString(),
      actualEndDate: endedAt.toISOString(),
      progressPercentage: 100,
    })
    const row = { tenantId: ctx.tenantId, intervalId: randomUUID(), operationId, projectId, categoryId }
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.insert(workIntervals).values({ ...row, startedAt, endedAt, workedHours, workerName: 'Kim' }),
    )
    endMs = startedAt.getTime() - hourMs
  }
}

/** So many ratios around a median. */
export const ratiosAround = (factor: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => factor * Math.exp(0.2 * ((2 * at) / (count - 1) - 1)))
