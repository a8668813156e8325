import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../services/scheduling/plan-rows.ts'

const operationsOf = ({ projects }: ShopSnapshot): Map<string, SnapshotOperation> =>
  new Map(projects.flatMap(({ operations }) => operations.map((operation) => [operation.operationId, operation])))

/** Changes that cannot be taken in by moving a few operations: calendars, capacities, work centers. */
const workingTimeOf = ({ nowMs: _now, projects: _projects, ...workingTime }: ShopSnapshot): string =>
  JSON.stringify(workingTime)

/**
 * The newest state of a shop with the dates of a plan computed on an earlier state. The engine keeps its sequence, so the
 * plan takes in the edits made meanwhile. Operations that people moved stay at their place. Null when the plan no longer
 * fits: one of its operations was removed, or working time has changed.
 */
export const takeInEdits = (
  computedOn: ShopSnapshot,
  newest: ShopSnapshot,
  plan: readonly DatedRow[],
): ShopSnapshot | null => {
  if (workingTimeOf(computedOn) !== workingTimeOf(newest)) return null
  const there = operationsOf(newest)
  if (plan.some(({ o }) => !there.has(o))) return null
  const before = operationsOf(computedOn)
  const rows = new Map(plan.map((row) => [row.o, row]))
  const planned = (operation: SnapshotOperation): SnapshotOperation => {
    const row = rows.get(operation.operationId)
    const known = before.get(operation.operationId)
    const isMoved =
      known?.scheduledStartMs !== operation.scheduledStartMs || known.scheduledEndMs !== operation.scheduledEndMs
    return !row || isMoved ? operation : { ...operation, scheduledStartMs: row.s, scheduledEndMs: row.e }
  }
  return {
    ...newest,
    projects: newest.projects.map((project) => ({ ...project, operations: project.operations.map(planned) })),
  }
}
