import { and, eq, inArray } from 'drizzle-orm'
import { centersInLine, mayWrite } from '#domain/access/written-change.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { ForbiddenError } from '../../errors.ts'
import type { HistoryLine } from './store-history.ts'

/** The work centers of the operations whose lines do not name them. */
const storedCenters = async (ctx: TenantContext, tx: Tx, lines: readonly HistoryLine[]) => {
  const ids = lines
    .filter((line) => (line.entity === 'operation' || line.entity === 'operationSnooze') && !centersInLine(line))
    .map(({ entityId }) => entityId)
  if (ids.length === 0) return new Map<string, string | null>()
  const rows = await tx
    .select({ operationId: operations.operationId, categoryId: operations.categoryId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, [...new Set(ids)])))
  return new Map(rows.map(({ operationId, categoryId }) => [operationId, categoryId]))
}

/**
 * Throws 403 when a write changed what its caller may not change, so that no call, undo, import or proposal does more than the table of
 * rights says, also where its service forgot to ask. The work centers are read only for planners who are limited to some.
 */
export const requireRights = async (ctx: TenantContext, tx: Tx, lines: readonly HistoryLine[]): Promise<void> => {
  const stored = ctx.workCenterIds === null ? null : await storedCenters(ctx, tx, lines)
  for (const line of lines) {
    const inLine = centersInLine(line)
    const workCenterIds = inLine ?? (stored?.has(line.entityId) ? [stored.get(line.entityId) ?? null] : [])
    const decision = mayWrite(ctx, line, { source: ctx.source, workCenterIds })
    if (!decision.ok) throw new ForbiddenError(decision.reason)
  }
}
