import type { OperationRemedy } from '#contract/operation-lists.ts'

/** The first remedy as the label of a button: 'Release hold'. Null if no remedy is known. */
export function remedyWords({ code, operation, workCenter }: OperationRemedy): string | null {
  const named = operation?.name ?? 'predecessor'
  switch (code) {
    case 'none':
      return null
    case 'releaseHold':
      return 'Release hold'
    case 'releasePredecessor':
      return `Release ${named}`
    case 'finishPredecessor':
      return `Open ${named}`
    case 'reportProgress':
      return 'Report progress'
    case 'startNow':
      return 'Start now'
    case 'reschedule':
      return 'Next free slot'
    case 'raisePriority':
      return 'Raise priority'
    case 'addOvertime':
      return workCenter ? `Overtime at ${workCenter.name}` : 'Add overtime'
    case 'unpin':
      return 'Unpin'
    case 'materialSooner':
      return 'Change material date'
    case 'moveShipDate':
      return 'Move ship date'
  }
}
