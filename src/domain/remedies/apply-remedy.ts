import type { RemedyChange } from '#contract/remedies.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { endOfDayMs } from '../time/zone-dates.ts'

const msOf = (iso: string | undefined, otherwise: number | null): number | null =>
  iso === undefined ? otherwise : Date.parse(iso)

const changedOperation = (
  operation: SnapshotOperation,
  { fields }: Extract<RemedyChange, { kind: 'operation' }>,
  nowMs: number,
): SnapshotOperation => {
  const progressPercent = fields.progressPercentage ?? operation.progressPercent
  const isDone = progressPercent >= 100
  return {
    ...operation,
    scheduledStartMs: msOf(fields.scheduledStartDate, operation.scheduledStartMs),
    scheduledEndMs: msOf(fields.scheduledEndDate, operation.scheduledEndMs),
    pinned: fields.pinned ?? operation.pinned,
    progressPercent,
    actualStartMs: isDone ? (operation.actualStartMs ?? nowMs) : operation.actualStartMs,
    actualEndMs: isDone ? (operation.actualEndMs ?? nowMs) : operation.actualEndMs,
  }
}

const changedProject = (
  project: SnapshotProject,
  changes: readonly RemedyChange[],
  { nowMs, timeZone }: ShopSnapshot,
): SnapshotProject => {
  const own = changes.filter((change) => 'projectId' in change && change.projectId === project.projectId)
  if (own.length === 0) return project
  let changed = project
  for (const change of own) {
    if (change.kind === 'project') {
      const { priority = changed.priority, plannedShipDate } = change.fields
      const dueMs = plannedShipDate === undefined ? changed.dueMs : endOfDayMs(Date.parse(plannedShipDate), timeZone)
      changed = { ...changed, priority, dueMs }
    } else if (change.kind === 'operation') {
      const operations = changed.operations.map((operation) =>
        operation.operationId === change.operationId ? changedOperation(operation, change, nowMs) : operation,
      )
      changed = { ...changed, operations }
    }
  }
  return changed
}

/** The shop after the changes of a remedy. */
export const applyRemedy = (snapshot: ShopSnapshot, changes: readonly RemedyChange[]): ShopSnapshot => ({
  ...snapshot,
  exceptions: [
    ...snapshot.exceptions,
    ...changes.flatMap((change) =>
      change.kind === 'overtime'
        ? [
            {
              kind: 'overtime' as const,
              name: 'Overtime',
              startMs: Date.parse(change.startDate),
              endMs: Date.parse(change.endDate),
              categoryId: change.categoryId,
            },
          ]
        : [],
    ),
  ],
  categories: snapshot.categories.map((category) => {
    const change = changes.find((one) => one.kind === 'workCentre' && one.categoryId === category.categoryId)
    return change?.kind === 'workCentre' ? { ...category, capacity: change.fields.capacity } : category
  }),
  projects: snapshot.projects.map((project) => changedProject(project, changes, snapshot)),
})
