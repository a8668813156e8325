import { and, eq, inArray } from 'drizzle-orm'
import type { HistoryEntry } from '#contract/history.ts'
import type { Decision } from '#domain/access/decision.ts'
import { unreadFields } from '#domain/changes/summarize-lines.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { historyEntries } from '../../db/tables/history.table.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { undoDecisions } from '../records/undo-decisions.ts'
import type { HistoryRow } from './select-history.ts'
import { seesWorkerNames, selectTablets, withoutNames, withoutWorker } from './worker-names.ts'

/** A history entry as the contract shows it, without the fields that are stored only for undo. */
const fullEntry = (row: typeof historyEntries.$inferSelect): HistoryEntry => ({
  historyId: row.historyId,
  at: row.at.toISOString(),
  userId: row.userId,
  userName: row.userName,
  source: row.source,
  entity: row.entity,
  entityId: row.entityId,
  projectId: row.projectId,
  action: row.action,
  changes: row.changes.filter(({ field }) => !unreadFields.has(field)),
})

/** The same without what says who worked. */
export const presentEntry = (row: typeof historyEntries.$inferSelect): HistoryEntry => withoutWorker(fullEntry(row))

const nameFields = ['projectName', 'name']

/** Present names of the projects and operations of some entries, and the numbers of their projects. */
const selectNames = async (ctx: TenantContext, tx: Tx, rows: readonly HistoryRow[]) => {
  const idsOf = (kind: HistoryRow['entity']) =>
    rows.flatMap(({ entity, entityId }) => (entity === kind ? entityId : []))
  const ownProjects = await tx
    .select({ id: projects.projectId, name: projects.projectName, number: projects.projectNumber })
    .from(projects)
    .where(
      and(
        eq(projects.tenantId, ctx.tenantId),
        inArray(projects.projectId, [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))]),
      ),
    )
  const ownOperations = await tx
    .select({ id: operations.operationId, name: operations.name })
    .from(operations)
    .where(
      and(
        eq(operations.tenantId, ctx.tenantId),
        inArray(operations.operationId, [...new Set([...idsOf('operation'), ...idsOf('operationSnooze')])]),
      ),
    )
  return {
    names: new Map([...ownProjects, ...ownOperations].map(({ id, name }) => [id, name])),
    numbers: new Map(ownProjects.map(({ id, number }) => [id, number])),
  }
}

const nameIn = ({ changes }: HistoryRow): string | null => {
  const found = changes.find(({ field }) => nameFields.includes(field))
  const value = found?.to ?? found?.from
  return typeof value === 'string' ? value : null
}

const reversalFor = (
  { set }: HistoryRow,
  decision: Decision | undefined,
): Pick<HistoryEntry, 'reversal' | 'refusedReversal'> => {
  if (!set || !decision) return { reversal: null }
  const verb = set.undone ? 'redo' : 'undo'
  return decision.ok ? { reversal: verb } : { reversal: null, refusedReversal: { verb, reason: decision.reason } }
}

/**
 * History entries with the names of their records, and whether the reader may undo or redo them, or why not. `showsNames`: with the names
 * of people on reports; without them, a reader still sees their own.
 */
export const presentEntries = async (
  ctx: TenantContext,
  tx: Tx,
  rows: readonly HistoryRow[],
  showsNames = seesWorkerNames(ctx),
): Promise<HistoryEntry[]> => {
  const tablets = showsNames ? null : await selectTablets(ctx, tx)
  const { names, numbers } = await selectNames(ctx, tx, rows)
  const sets = [...new Map(rows.flatMap(({ set }) => (set ? [[set.changeId, set] as const] : []))).values()]
  const decisions = await undoDecisions(ctx, tx, sets)
  const decisionOf = new Map(sets.map(({ changeId }, index) => [changeId, decisions[index]]))
  return rows.map((row) => {
    const projectNumber = numbers.get(row.projectId ?? '')
    return {
      ...(tablets === null ? fullEntry(row) : withoutNames(ctx, fullEntry(row), tablets)),
      // A link has no name of its own.
      name: nameIn(row) ?? names.get((row.entity === 'statusLink' && row.projectId) || row.entityId) ?? null,
      ...(projectNumber && { projectNumber }),
      changeId: row.requestId,
      ...reversalFor(row, decisionOf.get(row.set?.changeId ?? '')),
    }
  })
}
