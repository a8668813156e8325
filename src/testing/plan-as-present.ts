import { runAt } from '#domain/operations/run-at.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'

/** The shop with the dates and work centers of `result` as its plan. */
export const planned = (snapshot: ShopSnapshot, { operations }: ScheduleResult): ShopSnapshot => {
  const dates = new Map(operations.map((operation) => [operation.operationId, operation]))
  return {
    ...snapshot,
    projects: snapshot.projects.map((project) => ({
      ...project,
      operations: project.operations.map((operation) => {
        const { startMs = null, endMs = null, categoryId = null } = dates.get(operation.operationId) ?? {}
        return { ...runAt(operation, categoryId), scheduledStartMs: startMs, scheduledEndMs: endMs }
      }),
    })),
  }
}
