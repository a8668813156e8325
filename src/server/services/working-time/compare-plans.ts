import type { WorkingTimePreview } from '#contract/working-time.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { PlanRow } from '../scheduling-runs/stage-plan.ts'

interface ProjectEnd {
  endMs: number
  unplaced: number
}

const byOperation = (rows: readonly PlanRow[]): Map<string, PlanRow> => new Map(rows.map((row) => [row.o, row]))

const endOf = (operationIds: readonly string[], plan: ReadonlyMap<string, PlanRow>): ProjectEnd => {
  const end = { endMs: 0, unplaced: 0 }
  for (const operationId of operationIds) {
    const row = plan.get(operationId)
    if (!row) continue
    if (row.e === null) end.unplaced++
    else end.endMs = Math.max(end.endMs, row.e)
  }
  return end
}

/** What a plan with a change gives against the plan without it: moves, and projects that turn late or on time. */
export const comparePlans = (
  projects: ShopSnapshot['projects'],
  without: readonly PlanRow[],
  withChange: readonly PlanRow[],
): WorkingTimePreview => {
  const [before, after] = [byOperation(without), byOperation(withChange)]
  const result: WorkingTimePreview = {
    operationsMoved: 0,
    projectsAffected: 0,
    becomeLate: [],
    recover: [],
    operationsUnplaced: 0,
  }
  for (const { projectId, projectNumber, projectName, dueMs, operations } of projects) {
    const ids = operations.map(({ operationId }) => operationId)
    const moved = ids.filter((id) => {
      const [one, other] = [before.get(id), after.get(id)]
      return (one?.s ?? null) !== (other?.s ?? null) || (one?.e ?? null) !== (other?.e ?? null)
    }).length
    if (moved === 0) continue
    result.operationsMoved += moved
    result.projectsAffected++
    const [was, is] = [endOf(ids, before), endOf(ids, after)]
    result.operationsUnplaced += Math.max(0, is.unplaced - was.unplaced)
    if (dueMs === null) continue
    const turn = { projectId, number: projectNumber, name: projectName }
    if (was.endMs <= dueMs && is.endMs > dueMs) result.becomeLate.push(turn)
    if (was.endMs > dueMs && is.endMs <= dueMs) result.recover.push(turn)
  }
  return result
}
