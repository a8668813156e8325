import { and, eq, gt, inArray } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationSnoozes } from '../../db/tables/operation-snoozes.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import type { Recorder } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'

/** Before operations are deleted: history keeps the snoozes that go with them, so that an undo brings those back too. */
export const recordLostSnoozes = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  of: { readonly projectId: string } | { readonly operationIds: readonly string[] },
): Promise<void> => {
  const lost = await tx
    .select({ snooze: operationSnoozes, projectId: operations.projectId })
    .from(operationSnoozes)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, operationSnoozes.tenantId), eq(operations.operationId, operationSnoozes.operationId)),
    )
    .where(
      and(
        eq(operationSnoozes.tenantId, ctx.tenantId),
        'projectId' in of
          ? eq(operations.projectId, of.projectId)
          : inArray(operations.operationId, [...of.operationIds]),
        gt(operationSnoozes.until, ctx.app.now()),
      ),
    )
  for (const { snooze, projectId } of lost) {
    const changes = diffFields({ snoozedUntil: snooze.until.toISOString(), reason: snooze.reason }, null)
    record.history({ entity: 'operationSnooze', entityId: snooze.operationId, projectId, action: 'delete', changes })
  }
}
