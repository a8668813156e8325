import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { BulkTarget } from '#contract/bulk-operations.ts'
import type { Snooze } from '#contract/operation-lists.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationSnoozes } from '../../db/tables/operation-snoozes.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { type Recorder, writeTenant } from '../records/write-tenant.ts'
import { readTarget } from './bulk-target.ts'
import { requireOwn } from './own-operations.ts'

/** A stored snooze as the contract shows it. */
const presentSnooze = (row: typeof operationSnoozes.$inferSelect): Snooze => ({
  operationId: row.operationId,
  until: row.until.toISOString(),
  reason: row.reason,
  by: row.by,
  at: row.at.toISOString(),
})

/** Current snoozes of the organization, by operation. */
const readSnoozes = async (ctx: TenantContext, tx: Tx): Promise<Map<string, Snooze>> => {
  const rows = await tx
    .select()
    .from(operationSnoozes)
    .where(and(eq(operationSnoozes.tenantId, ctx.tenantId), gt(operationSnoozes.until, ctx.app.now())))
  return new Map(rows.map((row) => [row.operationId, presentSnooze(row)]))
}

const rowsPerStatement = 1_000
const longestMs = 366 * 86_400_000

type SnoozedOperation = { operationId: string; projectId: string }

const recordSnooze = (
  record: Recorder,
  { operationId, projectId }: SnoozedOperation,
  before: Snooze | undefined,
  after: Snooze | undefined,
): void => {
  const fields = [
    { field: 'snoozedUntil', from: before?.until ?? null, to: after?.until ?? null },
    { field: 'reason', from: before?.reason ?? null, to: after?.reason ?? null },
  ].filter(({ from, to }) => from !== to)
  const action = after ? (before ? 'update' : 'create') : 'delete'
  record.history({ entity: 'operationSnooze', entityId: operationId, projectId, action, changes: fields })
  record.changed('operations', { id: operationId, projectId })
}

const selectSnoozed = (ctx: TenantContext, tx: Tx, ids: readonly string[]): Promise<SnoozedOperation[]> =>
  tx
    .select({ operationId: operations.operationId, projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, [...ids])))

const idsOf = async (ctx: TenantContext, target: BulkTarget): Promise<string[]> =>
  (await readTarget(ctx, target)).map(({ operationId }) => operationId)

/**
 * Hides operations from the overdue tabs for the whole organization until a day of the reader begins. A snoozed operation gets the new day
 * and reason. Unknown ids are ignored, 404 if all are unknown. 403 when the caller does not plan the work center of one of them, 422 when the day has begun or is more than a year away, else
 * as `readTarget`.
 */
export const snoozeOperations = async (
  ctx: TenantContext,
  input: { readonly target: BulkTarget; readonly untilDate: string; readonly reason: string },
): Promise<Snooze[]> => {
  const operationIds = await idsOf(ctx, input.target)
  return writeTenant(ctx, async ({ tx, record }) => {
    await requireOwn(ctx, tx, 'planOperations', operationIds)
    const until = new Date(dateOnlyToMs(input.untilDate, ctx.timeZone, 0))
    const at = ctx.app.now()
    if (!(until > at)) throw new RuleError('Choose a day after today.')
    if (until.getTime() - at.getTime() > longestMs) throw new RuleError('Choose a day within a year.')
    const before = await readSnoozes(ctx, tx)
    const found = await selectSnoozed(ctx, tx, operationIds)
    if (found.length === 0) throw new NotFoundError()
    const stored = found.map(({ operationId }) => ({
      tenantId: ctx.tenantId,
      operationId,
      until,
      reason: input.reason,
      by: ctx.userName,
      at,
    }))
    for (let from = 0; from < stored.length; from += rowsPerStatement) {
      await tx
        .insert(operationSnoozes)
        .values(stored.slice(from, from + rowsPerStatement))
        .onConflictDoUpdate({
          target: [operationSnoozes.tenantId, operationSnoozes.operationId],
          set: { until: sql`excluded.until`, reason: sql`excluded.reason`, by: sql`excluded.by`, at: sql`excluded.at` },
        })
    }
    const snoozes = stored.map(presentSnooze)
    for (const [index, operation] of found.entries()) {
      recordSnooze(record, operation, before.get(operation.operationId), snoozes[index])
    }
    return snoozes
  })
}

/** Shows snoozed operations again. Others are ignored. 403 when the caller does not plan the work center of one of them, 409 and 422 as `readTarget`. */
export const unsnoozeOperations = async (
  ctx: TenantContext,
  { target }: { readonly target: BulkTarget },
): Promise<{ ended: number }> => {
  const operationIds = await idsOf(ctx, target)
  return writeTenant(ctx, async ({ tx, record }) => {
    await requireOwn(ctx, tx, 'planOperations', operationIds)
    const ended = await tx
      .delete(operationSnoozes)
      .where(
        and(
          eq(operationSnoozes.tenantId, ctx.tenantId),
          inArray(operationSnoozes.operationId, operationIds),
          gt(operationSnoozes.until, ctx.app.now()),
        ),
      )
      .returning()
    const known = new Map(ended.map((row) => [row.operationId, presentSnooze(row)]))
    for (const operation of await selectSnoozed(ctx, tx, [...known.keys()])) {
      recordSnooze(record, operation, known.get(operation.operationId), undefined)
    }
    return { ended: known.size }
  })
}
