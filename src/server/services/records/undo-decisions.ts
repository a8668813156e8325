import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PlanReach } from '#contract/proposals.ts'
import type { Decision } from '#domain/access/decision.ts'
import { isLimited } from '#domain/access/may-all.ts'
import type { Applicable } from '#domain/access/proposed-changes.ts'
import { may } from '#domain/access/rights.ts'
import { mayUndo } from '#domain/changes/may-undo.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { changeSets, StoredSummary } from '../../db/tables/change-sets.table.ts'
import { dataSources } from '../../db/tables/data-sources.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { proposalResults, proposals } from '../../db/tables/proposals.table.ts'
import { plannerRightsOf } from './tenant-row.ts'

type UndoneSet = Pick<typeof changeSets.$inferSelect, 'changeId' | 'userId' | 'undoRight'> & {
  readonly summary: Pick<StoredSummary, 'sourceAuthorId'>
}

/** The proposals whose application made these change sets. Only planners of some work centers may undo more because of them. */
const selectApplied = async (
  ctx: TenantContext,
  tx: Tx,
  changeIds: readonly string[],
): Promise<ReadonlyMap<string, Applicable>> => {
  if (ctx.workCenterIds === null || changeIds.length === 0) return new Map()
  const rows = await tx
    .select({
      changeId: proposals.appliedChangeId,
      changes: proposals.changes,
      reach: sql<PlanReach | null>`${proposalResults.result} -> 'reach'`,
    })
    .from(proposals)
    .leftJoin(
      proposalResults,
      and(eq(proposalResults.tenantId, proposals.tenantId), eq(proposalResults.proposalId, proposals.proposalId)),
    )
    .where(and(eq(proposals.tenantId, ctx.tenantId), inArray(proposals.appliedChangeId, [...changeIds])))
  return new Map(rows.map(({ changeId, ...applied }) => [changeId ?? '', applied]))
}

/** The change sets that changed an operation at a work center the caller does not plan. */
const selectElsewhere = async (
  ctx: TenantContext,
  tx: Tx,
  changeIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (!isLimited(ctx, 'reportWork') || changeIds.length === 0) return new Set()
  const rows = await tx
    .selectDistinct({ changeId: historyEntries.requestId, categoryId: operations.categoryId })
    .from(historyEntries)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, historyEntries.tenantId), eq(operations.operationId, historyEntries.entityId)),
    )
    .where(and(eq(historyEntries.tenantId, ctx.tenantId), inArray(historyEntries.requestId, [...changeIds])))
  const isOwn = (categoryId: string | null) => may(ctx, 'reportWork', { workCenterIds: [categoryId] }).ok
  return new Set(rows.filter(({ categoryId }) => !isOwn(categoryId)).map(({ changeId }) => changeId))
}

/** The data sources of the caller among the authors of change sets: what they imported is undone as what the caller imported. */
const selectOwnSources = async (
  { tenantId, userId }: TenantContext,
  tx: Tx,
  sets: readonly UndoneSet[],
): Promise<ReadonlySet<string>> => {
  const authors = sets.flatMap((set) => (set.undoRight.startsWith('author') ? [set.userId] : []))
  const others = [...new Set(authors)].filter((author) => author !== userId)
  if (others.length === 0) return new Set()
  const rows = await tx
    .select({ sourceId: dataSources.sourceId })
    .from(dataSources)
    .where(
      and(
        eq(dataSources.tenantId, tenantId),
        eq(dataSources.createdByUserId, userId),
        inArray(dataSources.sourceId, others),
      ),
    )
  return new Set(rows.map(({ sourceId }) => sourceId))
}

/** Whether the caller may undo each change set, or redo it if it is undone. */
export const undoDecisions = async (ctx: TenantContext, tx: Tx, sets: readonly UndoneSet[]): Promise<Decision[]> => {
  const { userId, role, workCenterIds } = ctx
  const reader = { userId, role, workCenterIds, organization: await plannerRightsOf(tx, ctx.tenantId) }
  const changeIds = [...new Set(sets.map(({ changeId }) => changeId))]
  const applied = await selectApplied(ctx, tx, changeIds)
  const ownSources = await selectOwnSources(ctx, tx, sets)
  const decisions = sets.map((set) =>
    mayUndo(reader, {
      ...set,
      userId: ownSources.has(set.userId) ? userId : (set.summary.sourceAuthorId ?? set.userId),
      applied: applied.get(set.changeId),
    }),
  )
  // The operations that an applied plan moved count for the decision too.
  const open = sets.filter(({ changeId }, index) => decisions[index]?.ok && !applied.has(changeId))
  const elsewhere = await selectElsewhere(
    ctx,
    tx,
    open.map(({ changeId }) => changeId),
  )
  const refusal = may(ctx, 'reportWork', { workCenterIds: [null] })
  return decisions.map((decision, index) => (elsewhere.has(sets[index]?.changeId ?? '') ? refusal : decision))
}
