import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'

/** The shop with the dates of `result` as its plan. */
export const planned = (snapshot: ShopSnapshot, { operations }: ScheduleResult): ShopSnapshot => {
  const dates = new Map(operations.map((operation) => [operation.operationId, operation]))
  return {
    ...snapshot,
    projects: snapshot.projects.map((project) => ({
      ...project,
      operations: project.operations.map((operation) => ({
        ...operation,
        scheduledStartMs: dates.get(operation.operationId)?.startMs ?? null,
        scheduledEndMs: dates.get(operation.operationId)?.endMs ?? null,
      })),
    })),
  }
}
