import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Change, ChangeSummary, UndoRefusal } from '#contract/changes.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { undoDecisions } from '../records/undo-decisions.ts'
import { canSwitchRun } from '../scheduling-runs/switch-run.ts'

export type ChangeSetRow = typeof changeSets.$inferSelect

const idsOf = (rows: readonly ChangeSetRow[], entity: ChangeSetRow['summary']['entity']): string[] =>
  rows.flatMap(({ summary }) => (summary.entity === entity && summary.entityId ? [summary.entityId] : []))

const selectNames = async (ctx: TenantContext, tx: Tx, rows: readonly ChangeSetRow[]) => {
  const projectIds = [...new Set(rows.flatMap(({ summary }) => summary.projectId ?? []))]
  const found = projectIds.length
    ? await tx
        .select({ id: projects.projectId, number: projects.projectNumber, name: projects.projectName })
        .from(projects)
        .where(and(eq(projects.tenantId, ctx.tenantId), inArray(projects.projectId, projectIds)))
    : []
  const operationIds = [...idsOf(rows, 'operation'), ...idsOf(rows, 'operationSnooze')]
  const named = operationIds.length
    ? await tx
        .select({ id: operations.operationId, name: operations.name })
        .from(operations)
        .where(and(eq(operations.tenantId, ctx.tenantId), inArray(operations.operationId, operationIds)))
    : []
  return {
    numbers: new Map(found.map(({ id, number }) => [id, number])),
    names: new Map([...found, ...named].map(({ id, name }) => [id, name])),
  }
}

/** Summaries with the present names of their records, in the order of `rows`. */
export const presentSummaries = async (
  ctx: TenantContext,
  tx: Tx,
  rows: readonly ChangeSetRow[],
): Promise<ChangeSummary[]> => {
  const { numbers, names } = await selectNames(ctx, tx, rows)
  return rows.map(({ summary: { entity, action, count, entityId, name, projectNumber, projectId, fields } }) => ({
    entity,
    action,
    count,
    name: names.get(entityId ?? '') ?? name,
    projectNumber: numbers.get(projectId ?? '') ?? projectNumber ?? null,
    fields,
  }))
}

const isAdminsOwn = ({ undoRight }: ChangeSetRow): boolean => ['admin', 'author', 'authorWithRun'].includes(undoRight)

/** Why the reader cannot undo each change set, or redo it if it is undone; null if they can. */
export const refusalsOf = async (
  ctx: TenantContext,
  tx: Tx,
  rows: readonly ChangeSetRow[],
): Promise<(UndoRefusal | null)[]> => {
  const runIds = idsOf(rows, 'schedulingRun')
  const runs = runIds.length
    ? await tx
        .select()
        .from(schedulingRuns)
        .where(and(eq(schedulingRuns.tenantId, ctx.tenantId), inArray(schedulingRuns.runId, runIds)))
    : []
  const decisions = await undoDecisions(ctx, tx, rows)
  return rows.map((row, index) => {
    if (!decisions[index]?.ok) return isAdminsOwn(row) ? 'adminOnly' : 'noRight'
    if (row.summary.entity !== 'schedulingRun') return null
    const run = runs.find(({ runId }) => runId === row.summary.entityId)
    return run && canSwitchRun(run, row.undone ? 'forth' : 'back') ? null : 'runGone'
  })
}

/** Change sets as the contract shows them. */
const presentChanges = async (ctx: TenantContext, tx: Tx, rows: readonly ChangeSetRow[]): Promise<Change[]> => {
  const summaries = await presentSummaries(ctx, tx, rows)
  const refusals = await refusalsOf(ctx, tx, rows)
  return rows.flatMap((row, index) => {
    const summary = summaries[index]
    if (!summary) return []
    const undoRefusal = row.undone ? 'undone' : (refusals[index] ?? null)
    const redoRefusal = row.undone ? (refusals[index] ?? null) : 'notUndone'
    return [
      {
        changeId: row.changeId,
        at: row.at.toISOString(),
        userId: row.userId,
        userName: row.userName,
        source: row.source,
        summary,
        canUndo: undoRefusal === null,
        canRedo: redoRefusal === null,
        undoRefusal,
        redoRefusal,
      },
    ]
  })
}

const newest = 100

/** The newest 100 change sets of the organization. */
export const listChanges = (ctx: TenantContext): Promise<Change[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(changeSets)
      .where(eq(changeSets.tenantId, ctx.tenantId))
      .orderBy(desc(changeSets.ordinal))
      .limit(newest)
    return presentChanges(ctx, tx, rows)
  })
