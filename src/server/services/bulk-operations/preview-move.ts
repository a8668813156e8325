import { and, eq, sql } from 'drizzle-orm'
import type { BulkAction, BulkTarget, MovePreview } from '#contract/bulk-operations.ts'
import type { MovedProject } from '#domain/proposals/compare-moves.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { compareMoved } from '../forecasts/refresh-forecast.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { selectProjects } from '../projects/select-projects.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { asQuestion } from '../scheduling/ask-in-turn.ts'
import { readTarget, type TargetRow } from './bulk-target.ts'
import { presentBasis } from './plan-basis.ts'
import { tryBulk } from './try-bulk.ts'

/** The projects that the operations belong to. */
const selectProjectIds = async (ctx: TenantContext, tx: Tx, wanted: readonly TargetRow[]): Promise<string[]> => {
  const ids = wanted.map(({ operationId }) => operationId)
  const rows = await tx
    .selectDistinct({ projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), sql`${operations.operationId} = any(${sql.param(ids)}::uuid[])`))
  return rows.map(({ projectId }) => projectId)
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const presentOutlook = ({ state, latenessDays, completionMs }: MovedProject['before']) => ({
  forecastCompletionDate: isoOf(completionMs),
  latenessDays,
  state,
})

/** A project before and after the moves, in the form of the answer. */
export const presentMoved = ({ before, after, ...project }: MovedProject) => ({
  ...project,
  before: presentOutlook(before),
  after: presentOutlook(after),
})

const projectNumbers = async (ctx: TenantContext, tx: Tx, wanted: readonly TargetRow[]) => {
  const rows = await selectProjects(ctx, tx, await selectProjectIds(ctx, tx, wanted))
  return new Map(rows.map(({ project: { projectId, projectNumber } }) => [projectId, projectNumber]))
}

const datesOf = ({ row }: Pick<LinkedOperation, 'row'>) => ({
  startDate: isoOrNull(row.scheduledStartDate),
  endDate: isoOrNull(row.scheduledEndDate),
})

/**
 * Shows what a move would store and its effect on projects. It runs the real move and rolls it back, so that there are no
 * separate rules for previews. Nothing is stored or announced. 409 and 422 as `readTarget`, 429 and 503 as `askInTurn`.
 */
export const previewMove = (
  ctx: TenantContext,
  { target, action }: { readonly target: BulkTarget; readonly action: BulkAction },
): Promise<MovePreview> => asQuestion(ctx, () => tryMove(ctx, target, action))

const tryMove = async (ctx: TenantContext, target: BulkTarget, action: BulkAction): Promise<MovePreview> => {
  const wanted = await readTarget(ctx, target)
  const now = ctx.app.now()
  const { writes, ...preview } = await tryBulk(ctx, { wanted, action, now }, async ({ tx }, { answer, writes }) => {
    const numberOf = await projectNumbers(ctx, tx, wanted)
    return {
      basis: { ...(await presentBasis(ctx, tx)), at: now.toISOString() },
      operations: writes.flatMap(({ before, after: { row } }) => {
        const [from, to] = [before === null ? { startDate: null, endDate: null } : datesOf(before), datesOf({ row })]
        // A move to the same dates only pins.
        if (from.startDate === to.startDate && from.endDate === to.endDate) return []
        const { operationId, name, projectId } = row
        return [{ operationId, name, projectId, projectNumber: numberOf.get(projectId) ?? '', from, to }]
      }),
      unchanged: answer.unchanged,
      failures: answer.failures,
      writes,
    }
  })
  const moves = writes.map(({ after: { row } }) => ({
    operationId: row.operationId,
    projectId: row.projectId,
    scheduledStartMs: row.scheduledStartDate?.getTime() ?? null,
    scheduledEndMs: row.scheduledEndDate?.getTime() ?? null,
    pinned: row.pinned,
  }))
  const { projects } = await compareMoved(ctx, moves, now)
  return {
    ...preview,
    projects: projects.map(presentMoved),
  }
}
