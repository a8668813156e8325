import { setImmediate } from 'node:timers/promises'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../services/scheduling/plan-rows.ts'

/** Changes that cannot be taken in by moving a few operations: calendars, capacities, work centers. */
const workingTimeOf = ({ nowMs: _now, projects: _projects, ...workingTime }: ShopSnapshot): string =>
  JSON.stringify(workingTime)

type PlannedRows = ReadonlyMap<string, DatedRow>

const readRows = async (parts: readonly string[]): Promise<PlannedRows> => {
  const rows = new Map<string, DatedRow>()
  for (const part of parts) {
    for (const row of JSON.parse(part) as DatedRow[]) rows.set(row.o, row)
    await setImmediate()
  }
  return rows
}

const isMoved = (operation: SnapshotOperation, known: SnapshotOperation | undefined): boolean =>
  known?.scheduledStartMs !== operation.scheduledStartMs || known.scheduledEndMs !== operation.scheduledEndMs

/** The operations of a project with the dates of the plan, except those that people have moved. */
const plannedOperations = (
  { operations }: SnapshotProject,
  before: SnapshotProject | undefined,
  rows: PlannedRows,
): SnapshotOperation[] => {
  const known = new Map(before?.operations.map((operation) => [operation.operationId, operation]))
  return operations.map((operation) => {
    const row = rows.get(operation.operationId)
    return !row || isMoved(operation, known.get(operation.operationId))
      ? operation
      : { ...operation, scheduledStartMs: row.s, scheduledEndMs: row.e }
  })
}

/** About 2,000 operations. */
const projectsPerBlock = 100

/**
 * The newest state of a shop with the dates of a plan (`parts`: its rows as JSON) computed on an earlier state. The engine keeps its
 * sequence, so the plan takes in the edits made meanwhile. Operations that people moved stay at their place. Null when the
 * plan no longer fits: one of its operations was removed, or working time has changed. Other requests can run meanwhile.
 */
export const takeInEdits = async (
  computedOn: ShopSnapshot,
  newest: ShopSnapshot,
  parts: readonly string[],
): Promise<ShopSnapshot | null> => {
  if (workingTimeOf(computedOn) !== workingTimeOf(newest)) return null
  const rows = await readRows(parts)
  const before = new Map(computedOn.projects.map((project) => [project.projectId, project]))
  const projects: SnapshotProject[] = []
  let found = 0
  for (const [index, project] of newest.projects.entries()) {
    if (index % projectsPerBlock === 0) await setImmediate()
    found += project.operations.filter(({ operationId }) => rows.has(operationId)).length
    projects.push({ ...project, operations: plannedOperations(project, before.get(project.projectId), rows) })
  }
  return found < rows.size ? null : { ...newest, projects }
}
