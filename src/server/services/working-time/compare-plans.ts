import type { WorkingTimePreview } from '#contract/working-time.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { DatedRow } from '../scheduling/plan-rows.ts'

interface ProjectEnd {
  endMs: number
  unplaced: number
}

const byOperation = (rows: readonly DatedRow[]): Map<string, DatedRow> => new Map(rows.map((row) => [row.o, row]))

const endOf = (operationIds: readonly string[], plan: ReadonlyMap<string, DatedRow>): ProjectEnd => {
  const end = { endMs: 0, unplaced: 0 }
  for (const operationId of operationIds) {
    const row = plan.get(operationId)
    if (!row) continue
    if (row.e === null) end.unplaced++
    else end.endMs = Math.max(end.endMs, row.e)
  }
  return end
}

/** Whether an operation has other dates, or is scheduled in only one plan. */
export const hasMoved = (one: DatedRow | undefined, other: DatedRow | undefined): boolean =>
  (one?.s ?? null) !== (other?.s ?? null) || (one?.e ?? null) !== (other?.e ?? null)

type Shop = Pick<ShopSnapshot, 'projects'>
type Moves = Omit<WorkingTimePreview, 'loads' | 'loadsFrom'>

/** Compares a plan with a change to the plan without it: moved operations, and projects that become late or on time. */
export const comparePlans = (
  [shop, changed]: readonly [Shop, Shop],
  [without, withChange]: readonly [readonly DatedRow[], readonly DatedRow[]],
): Moves => {
  const [before, after] = [byOperation(without), byOperation(withChange)]
  // In another time zone the due days of projects end at other instants.
  const dueAfter = new Map(changed.projects.map(({ projectId, dueMs }) => [projectId, dueMs]))
  const result: Moves = { operationsMoved: 0, projectsAffected: 0, becomeLate: [], recover: [], operationsUnplaced: 0 }
  for (const { projectId, projectNumber, projectName, dueMs, operations } of shop.projects) {
    const ids = operations.map(({ operationId }) => operationId)
    const moved = ids.filter((id) => hasMoved(before.get(id), after.get(id))).length
    const isDueMs = dueAfter.get(projectId) ?? dueMs
    if (moved === 0 && isDueMs === dueMs) continue
    result.operationsMoved += moved
    if (moved > 0) result.projectsAffected++
    const [was, is] = [endOf(ids, before), endOf(ids, after)]
    result.operationsUnplaced += Math.max(0, is.unplaced - was.unplaced)
    if (dueMs === null || isDueMs === null) continue
    const turn = { projectId, number: projectNumber, name: projectName }
    if (was.endMs <= dueMs && is.endMs > isDueMs) result.becomeLate.push(turn)
    if (was.endMs > dueMs && is.endMs <= isDueMs) result.recover.push(turn)
  }
  return result
}
