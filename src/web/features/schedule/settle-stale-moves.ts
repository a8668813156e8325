import type { Operation } from '#contract/operations.ts'
import { sameValue } from '#web/components/record-conflict/merge-records.ts'
import { pick, stillWanted } from '#web/components/record-conflict/save-over.ts'
import { askConflict } from '#web/stores/conflict-questions.ts'

/** Where an operation stands: what decides whether a move of it still means the same. Dates as ISO instants. */
export type Place = {
  readonly scheduledStartDate: string | null
  readonly scheduledEndDate: string | null
  readonly durationHours: number
}

export interface PlannedMove {
  operationId: string
  expectedVersion: number
  scheduledStartDate: string
  scheduledEndDate: string
  pinned?: boolean
}

const instant = (date: string | null) => date && new Date(date).toISOString()

const placeOf = ({ startDate, endDate, durationHours }: Operation): Place => ({
  scheduledStartDate: instant(startDate),
  scheduledEndDate: instant(endDate),
  durationHours,
})

/**
 * The moves as they can be sent again after somebody else saved some of the operations, the dragged one first. One whose
 * place and duration are as they were `seen` keeps its new place; for every other one the reader chooses (`onAsk` is
 * called before), and where theirs stays, or is the same, it is left out. Nothing is left when that is the dragged one. `seen` is brought
 * up to date.
 */
export async function settleStaleMoves(
  moves: readonly PlannedMove[],
  seen: Map<string, Place>,
  now: readonly Operation[],
  onAsk: () => void,
): Promise<PlannedMove[]> {
  const kept: PlannedMove[] = []
  for (const move of moves) {
    const record = now.find(({ operationId }) => operationId === move.operationId)
    const base = seen.get(move.operationId)
    let again = record && { ...move, expectedVersion: record.version }
    if (record && base && !sameValue(base, placeOf(record))) {
      const theirs = placeOf(record)
      const wanted = pick(move, ['scheduledStartDate', 'scheduledEndDate'])
      const yours = { ...base, ...wanted }
      let dates: typeof wanted | null = null
      if (stillWanted(wanted, theirs)) {
        onAsk()
        const answer = await askConflict({ subject: record.name, changedBy: record.modifiedBy, base, yours, theirs })
        dates = answer && pick(answer, Object.keys(wanted))
      }
      seen.set(move.operationId, theirs)
      again = again && stillWanted(dates, theirs) ? { ...again, ...dates } : undefined
    }
    if (again) kept.push(again)
    else if (move === moves[0]) return []
  }
  return kept
}
