import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { operationSnoozes } from '../../../db/tables/operation-snoozes.table.ts'
import { operations } from '../../../db/tables/operations.table.ts'
import { diffFields } from '../../records/record-fields.ts'
import type { Kind, Scope, Target } from './kind.ts'

const idsOf = (targets: readonly { change: { entityId: string } }[]) => targets.map(({ change }) => change.entityId)

const notify = ({ record }: Scope, { change, present, reversal }: Target): void => {
  const before = present?.fields ?? null
  const after = reversal.verb === 'remove' ? null : { ...before, ...reversal.fields }
  record.history({
    entity: 'operationSnooze',
    entityId: change.entityId,
    projectId: change.projectId,
    action: before ? (after ? 'update' : 'delete') : 'create',
    changes: diffFields(before, after),
  })
  record.changed('operations', { id: change.entityId, projectId: change.projectId ?? undefined })
}

/** Snoozes of operations. An expired snooze counts as none, and a snooze is deleted with its operation. */
export const snoozeKind: Kind = {
  load: async ({ ctx, tx }, changes) => {
    const rows = await tx
      .select({ snooze: operationSnoozes, name: operations.name })
      .from(operationSnoozes)
      .innerJoin(
        operations,
        and(
          eq(operations.tenantId, operationSnoozes.tenantId),
          eq(operations.operationId, operationSnoozes.operationId),
        ),
      )
      .where(
        and(
          eq(operationSnoozes.tenantId, ctx.tenantId),
          inArray(
            operationSnoozes.operationId,
            changes.map(({ entityId }) => entityId),
          ),
          gt(operationSnoozes.until, ctx.app.now()),
        ),
      )
    return new Map(
      rows.map(({ snooze: { operationId, until, reason, by }, name }) => [
        operationId,
        { fields: { snoozedUntil: until.toISOString(), reason }, name, modifiedBy: by },
      ]),
    )
  },
  store: async (scope, targets) => {
    const { ctx, tx } = scope
    const there = await tx
      .select({ operationId: operations.operationId })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, idsOf(targets))))
    const known = new Set(there.map(({ operationId }) => operationId))
    const stored = targets.filter(({ change }) => known.has(change.entityId))
    if (stored.length === 0) return
    const rows = stored.map(({ change, present, reversal }) => {
      const { snoozedUntil, reason } = { ...present?.fields, ...reversal.fields }
      return {
        tenantId: ctx.tenantId,
        operationId: change.entityId,
        until: new Date(String(snoozedUntil)),
        reason: String(reason ?? ''),
        by: ctx.userName,
        at: ctx.app.now(),
      }
    })
    await tx
      .insert(operationSnoozes)
      .values(rows)
      .onConflictDoUpdate({
        target: [operationSnoozes.tenantId, operationSnoozes.operationId],
        set: { until: sql`excluded.until`, reason: sql`excluded.reason`, by: sql`excluded.by`, at: sql`excluded.at` },
      })
    for (const target of stored) notify(scope, target)
  },
  remove: async (scope, targets) => {
    const { ctx, tx } = scope
    await tx
      .delete(operationSnoozes)
      .where(and(eq(operationSnoozes.tenantId, ctx.tenantId), inArray(operationSnoozes.operationId, idsOf(targets))))
    for (const target of targets) notify(scope, target)
  },
}
