import { and, eq, inArray } from 'drizzle-orm'
import type { MovesEffect } from '#contract/bulk-operations.ts'
import type { OperationMoves } from '#contract/operations.ts'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { reschedule } from '#domain/operations/reschedule.ts'
import type { MovedDates } from '#domain/proposals/compare-moves.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { compareMoved } from '../forecasts/refresh-forecast.ts'
import { resizedOriginal, selectLearnedPace } from '../operations/resized-hours.ts'
import { requireCategories } from '../operations/write-operations.ts'
import { asQuestion } from '../scheduling/ask-in-turn.ts'
import { presentMoved } from './preview-move.ts'

type Row = Pick<
  typeof operations.$inferSelect,
  'operationId' | 'projectId' | 'pinned' | 'durationHours' | 'originalHours'
>

const unscheduled = { scheduledStartDate: null, scheduledEndDate: null }
const dateOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** The dates that a move would store, by the rule that storing it follows. 422 when that rule refuses it. */
const movedDates = (row: Row, move: OperationMoves[number], learnedPace: LearnedPaceUse): MovedDates => {
  const { pinned: was, projectId } = row
  const { operationId, pinned, categoryId, durationHours } = move
  const isAlone = categoryId === undefined && durationHours === undefined
  const decision = reschedule(
    { ...unscheduled, pinned: was },
    { scheduledStartDate: dateOf(move.scheduledStartDate), scheduledEndDate: dateOf(move.scheduledEndDate), pinned },
    isAlone,
  )
  if (!decision.ok) throw new RuleError(decision.reason)
  const { dates } = decision
  return {
    operationId,
    projectId,
    categoryId,
    durationHours,
    originalHours: resizedOriginal(learnedPace, move, row),
    scheduledStartMs: dates.scheduledStartDate?.getTime() ?? null,
    scheduledEndMs: dates.scheduledEndDate?.getTime() ?? null,
    pinned: dates.pinned,
  }
}

const readMoves = (ctx: TenantContext, moves: OperationMoves): Promise<MovedDates[]> =>
  readTenant(ctx, async (tx) => {
    const ids = [...new Set(moves.map(({ operationId }) => operationId))]
    const { operationId, projectId, pinned, durationHours, originalHours } = operations
    const learnedPace = await selectLearnedPace(ctx, tx)
    const rows = await tx
      .select({ operationId, projectId, pinned, durationHours, originalHours })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operationId, ids)))
    const rowOf = new Map(rows.map((row) => [row.operationId, row]))
    await requireCategories(
      ctx,
      tx,
      moves.map(({ categoryId, ...move }) => ({ operationId: move.operationId, input: { categoryId } })),
    )
    return moves.map((move) => {
      const row = rowOf.get(move.operationId)
      if (!row) throw new NotFoundError()
      return movedDates(row, move, learnedPace)
    })
  })

/**
 * Computes the effect of moves without storing them: the forecast with the moves, compared with the present one. 404
 * and 422 as `moveOperations`, 429 and 503 as `askInTurn`.
 */
export const askMovesEffect = (
  ctx: TenantContext,
  { moves }: { readonly moves: OperationMoves },
): Promise<MovesEffect> =>
  asQuestion(ctx, async () => {
    const { projects, ...shop } = await compareMoved(ctx, await readMoves(ctx, moves))
    return { ...shop, projects: projects.map(presentMoved) }
  })
