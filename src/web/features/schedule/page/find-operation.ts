import type { CompactSchedule } from '#contract/schedule.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'

/** Project and version of an operation; null if the plan does not contain it. */
export const findOperation = (
  { projects, operations }: CompactSchedule,
  operationId: string,
): { projectId: string; version: number } | null => {
  const row = rowOfId(operations.ids, operationId)
  if (row < 0) return null
  const next = projects.firstOperation.findIndex((first) => first > row)
  const projectId = projects.ids[(next < 0 ? projects.ids.length : next) - 1]
  const version = operations.versions[row]
  return projectId === undefined || version === undefined ? null : { projectId, version }
}
