import { and, asc, eq } from 'drizzle-orm'
import type { LeftItem } from '#contract/changes.ts'
import type { ChangeLine } from '#domain/changes/change-line.ts'
import { isUndoable } from '#domain/changes/undoable.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { listRunLeft } from '../scheduling-runs/list-run-left.ts'
import type { RunDirection, RunSwitch } from '../scheduling-runs/switch-plan.ts'
import { switchRun } from '../scheduling-runs/switch-run.ts'
import { splitMoved } from '../work-time/split-moved.ts'
import { checkPlan } from './check-plan.ts'
import type { Scope } from './kinds/kind.ts'
import { kinds } from './kinds/kinds.ts'
import { listLeft } from './list-left.ts'
import { allTargets, type Plan, planReversals, type StoredEntity, storedEntities, targetsOf } from './plan.ts'

export interface Reversed {
  readonly restored: number
  readonly left: readonly LeftItem[]
  readonly leftCount: number
}

const mostLeftItems = 200

/** The lines that one request wrote, oldest first. */
export const selectLines = ({ ctx, tx }: Scope, requestId: string): Promise<ChangeLine[]> =>
  tx
    .select({
      entity: historyEntries.entity,
      entityId: historyEntries.entityId,
      projectId: historyEntries.projectId,
      action: historyEntries.action,
      changes: historyEntries.changes,
    })
    .from(historyEntries)
    .where(and(eq(historyEntries.tenantId, ctx.tenantId), eq(historyEntries.requestId, requestId)))
    .orderBy(asc(historyEntries.historyId))

/** The direction in which reversing a run switches its plan. null = the set contains no run. */
const runSwitchOf = (lines: readonly ChangeLine[]): RunSwitch | null => {
  const line = lines.find((candidate) => candidate.entity === 'schedulingRun' && isUndoable(candidate))
  if (!line) return null
  const reverted = line.changes.find(({ field }) => field === 'revertedAt')
  return { runId: line.entityId, direction: reverted && reverted.to !== null ? 'forth' : 'back' }
}

/** Operations that a run moved and a person has moved or removed since. */
const runLeft = async ({ ctx, tx }: Scope, runId: string, direction: RunDirection): Promise<LeftItem[]> =>
  (await listRunLeft(ctx, tx, { runId, direction, most: mostLeftItems })).map(({ operationId, name, by }) => ({
    entity: 'operation',
    entityId: operationId,
    name: name ?? 'Operation',
    field: name === null ? null : 'scheduledStartDate',
    by,
    reason: name === null ? 'gone' : 'changed',
  }))

const removeTargets = async (scope: Scope, plan: Plan, entity: StoredEntity): Promise<void> => {
  const removed = targetsOf(plan, entity).filter(({ reversal }) => reversal.verb === 'remove')
  if (removed.length > 0) await kinds[entity].remove(scope, removed)
}

/** Restores the records of a change set. */
const reverseRecords = async (
  scope: Scope,
  requestId: string,
  lines: readonly ChangeLine[],
  planned: Plan | null,
): Promise<Reversed> => {
  const plan = planned ?? (await planReversals((entity, changes) => kinds[entity].load(scope, changes), lines))
  if (plan.size === 0) return { restored: 0, left: [], leftCount: 0 }
  if (planned === null) await checkPlan(scope, plan)
  for (const entity of storedEntities) if (kinds[entity].goesFirst) await removeTargets(scope, plan, entity)
  for (const entity of storedEntities) {
    const stored = targetsOf(plan, entity).filter(({ reversal: { verb } }) => verb === 'make' || verb === 'write')
    if (stored.length > 0) await kinds[entity].store(scope, stored)
  }
  for (const entity of storedEntities.toReversed()) {
    if (!kinds[entity].goesFirst) await removeTargets(scope, plan, entity)
  }
  const moved = targetsOf(plan, 'operation').filter(({ reversal }) => 'categoryId' in reversal.fields)
  await splitMoved(
    scope,
    moved.map(({ change }) => change.entityId),
  )
  const targets = allTargets(plan)
  const leftTargets = targets.filter(({ reversal }) => reversal.left.length > 0)
  return {
    restored: targets.filter(({ reversal }) => reversal.verb !== 'nothing').length,
    left: await listLeft(scope, requestId, leftTargets, mostLeftItems),
    leftCount: leftTargets.reduce((sum, { reversal }) => sum + reversal.left.length, 0),
  }
}

/**
 * Restores everything that one request changed, except values that others have changed since. An applied proposal has changed
 * records and the plan. Its records come first: the switch then leaves the operations alone whose dates are restored already.
 */
export const reverseLines = async (
  scope: Scope,
  requestId: string,
  lines: readonly ChangeLine[],
  { run = runSwitchOf(lines), plan = null }: { readonly run?: RunSwitch | null; readonly plan?: Plan | null } = {},
): Promise<Reversed> => {
  const records = await reverseRecords(scope, requestId, lines, plan)
  if (!run) return records
  const changedWith = lines.flatMap(({ projectId }) => projectId ?? [])
  const wanted = { ...run, changedWith }
  const { switched, left } = await switchRun(scope.ctx, scope.tx, scope.record, wanted, scope.prepared)
  const operations = left > 0 ? await runLeft(scope, run.runId, run.direction) : []
  return {
    restored: records.restored + switched,
    left: [...operations, ...records.left],
    leftCount: records.leftCount + (records.restored > 0 ? operations.length : left),
  }
}
