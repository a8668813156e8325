import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../services/scheduling-runs/plan-rows.ts'

const operationsOf = ({ projects }: ShopSnapshot): Map<string, SnapshotOperation> =>
  new Map(projects.flatMap(({ operations }) => operations.map((operation) => [operation.operationId, operation])))

/** What a plan cannot follow by moving a few operations: other calendars, capacities or work centers. */
const workingTimeOf = ({ nowMs: _now, projects: _projects, ...workingTime }: ShopSnapshot): string =>
  JSON.stringify(workingTime)

/**
 * The newest state of a shop with the dates of a plan that was computed on an earlier one, for the engine to keep its sequence:
 * so the plan takes in what people did meanwhile. What they moved themselves stays where they put it. Null when the plan
 * is contradicted: an operation of it is gone, or working time has changed.
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
