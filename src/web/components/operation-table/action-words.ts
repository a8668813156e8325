import type { BulkAction, BulkAnswer } from '#contract/bulk-operations.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount, formatFactor, formatNumber, formatPercent } from '#web/lib/format-number.ts'

const operations = (count: number) => formatCount(count, 'operation')

/** The result of a bulk action for the toast: '12 operations rescheduled'. */
export function doneWords(action: BulkAction, changed: number): string {
  const these = operations(changed)
  switch (action.kind) {
    case 'rescheduleTo':
    case 'rescheduleBy':
    case 'nextFreeSlot':
      return `${these} rescheduled`
    case 'progress':
      return `Progress of ${these} set to ${formatPercent(action.progressPercentage)}`
    case 'hoursLeft':
      return `${formatHours(action.hoursLeft)} left on ${these}`
    case 'hold':
      return `${these} put on hold`
    case 'release':
      return `${these} released`
    case 'notes':
      return `Note ${action.mode === 'append' ? 'added to' : 'set on'} ${these}`
    case 'priority':
      return `Priority of ${formatCount(changed, 'project')} set to ${action.priority}`
    case 'phase':
      return `${formatCount(changed, 'project')} moved to ${phaseTitles[action.phase]}`
    case 'duration':
      return `Duration of ${these} changed`
    case 'durationTimes':
      return `Estimates of ${these} set to ${formatFactor(action.factor)} ×`
    case 'workCentre':
      return `${these} moved to another work center`
    case 'pool':
      return `${action.poolId === undefined ? 'Work centers' : 'People or tools'} of ${these} changed`
    case 'material':
      return action.materialReadyDate ? `Material date of ${these} changed` : `Material of ${these} marked as ready`
    case 'pin':
      return `${these} ${action.pinned ? 'pinned' : 'unpinned'}`
  }
}

/** The result of a bulk action that was only partly done: '38 of 40 done'. */
export const outcomeTitle = ({ changed, unchanged, failures }: BulkAnswer): string =>
  `${formatNumber(changed + unchanged)} of ${formatNumber(changed + unchanged + failures.length)} done`
