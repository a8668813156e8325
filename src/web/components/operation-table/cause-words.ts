import type { LateCause } from '#contract/analytics.ts'
import type { OperationCause } from '#contract/operation-lists.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import { formatAway } from '#web/lib/format-hours.ts'
import { formatNumber } from '#web/lib/format-number.ts'

export interface CauseWords {
  /** For the chip: 'Waits for Weld braces'. */
  readonly title: string
  /** A whole sentence for the tooltip; null if the title is enough. */
  readonly detail: string | null
}

/** The short name of each cause. */
export const causeTitles: Record<LateCause, string> = {
  onHold: 'On hold',
  startedLate: 'Started late',
  longerThanEstimated: 'Running over estimate',
  notStarted: 'Not started',
  changeover: 'Changeover',
  closed: 'Shift closed',
  release: 'Project not released',
  material: 'Waits for material',
  pinned: 'Pinned',
  frozen: 'Frozen',
  planned: 'Planned later than needed',
  tookLonger: 'Took longer than its estimate',
  waited: 'Could have started earlier',
  atSupplier: 'At a supplier',
  noSlack: 'Work content exceeds the time left',
}

/** From two working days on, durations are shown in days, because nobody thinks in 328 hours. */
const time = ({ hours, days }: OperationCause): string =>
  days !== null && days >= 2
    ? `${formatNumber(Math.round(days))} working days`
    : `${formatNumber(hours ?? 0)} working hour${hours === 1 ? '' : 's'}`

/** ' 1 of 2 available (Mill 2 in service).' Empty if all were. */
const reducedWords = ({ available }: OperationCause): string => {
  if (!available) return ''
  const { units, usual, name } = available
  return ` ${availableWords(units, usual)}${name ? ` (${name})` : ''}.`
}

/** People and tools are never full: they are all in use, or some of them are away. */
const poolWords = (pool: string, cause: OperationCause, untilWords: string): CauseWords => {
  const { operation, available } = cause
  const full = operation ? `#${operation.projectNumber} ${operation.name}` : null
  const because = available ? (available.name ?? availableWords(available.units, available.usual)) : full
  const user = full ? ` ${full} uses the last one.` : ''
  return {
    title: `Waits for ${pool}${because ? `: ${because}` : ''}`,
    detail: `${pool}: none free${untilWords}.${user}${reducedWords(cause)}`,
  }
}

/** The cause of an operation's state in one line. `dayTime` formats an instant for the reader. */
export function causeWords(cause: OperationCause, dayTime: (instant: string) => string): CauseWords | null {
  const { operation, workCenter, holiday, until } = cause
  const named = operation?.name || 'an earlier operation'
  const full = operation ? `#${operation.projectNumber} ${operation.name}` : 'an earlier operation'
  const untilWords = until ? ` until ${dayTime(until)}` : ''
  switch (cause.code) {
    case 'none':
      return null
    case 'onHold':
      return {
        title: causeTitles.onHold,
        detail: cause.hours ? `It was on hold for ${time(cause)}.` : 'It is not planned while it is on hold.',
      }
    case 'waitsForHeld':
      return { title: `Waits for ${named} (on hold)`, detail: `${full} is on hold, and everything behind it waits.` }
    case 'predecessor':
      return { title: `Waits for ${named}`, detail: `${full} must finish first.` }
    case 'startedLate':
      return { title: causeTitles.startedLate, detail: `It started ${time(cause)} after its planned start.` }
    case 'longerThanEstimated':
      return {
        title: causeTitles.longerThanEstimated,
        detail: `It takes ${time(cause)} longer than its estimate.`,
      }
    case 'tookLonger':
      return { title: causeTitles.tookLonger, detail: `It took ${time(cause)} longer than its estimate.` }
    case 'notStarted': {
      const since = (cause.hours ?? 0) < 0.05 ? '' : ` for ${time(cause)}`
      return { title: causeTitles.notStarted, detail: `Ready${since}, but not started.` }
    }
    case 'workCentreBusy': {
      if (workCenter?.kind === 'pool') return poolWords(workCenter.name, cause, untilWords)
      const behind = operation ? `${full} took the last free capacity` : 'all capacity was taken'
      const place = `${workCenter?.name ?? 'Work center'} full`
      return {
        title: operation ? `${place}: ${full}` : place,
        detail: `${place}: ${behind}${untilWords}.${reducedWords(cause)}`,
      }
    }
    case 'changeover': {
      const place = workCenter?.name ?? 'Its work center'
      return {
        title: `${causeTitles.changeover}: ${place}`,
        detail: `${place} is changed over after ${full}: ${time(cause)}.`,
      }
    }
    case 'closed':
      return { title: holiday ? `Closed: ${holiday}` : causeTitles.closed, detail: `No working time${untilWords}.` }
    case 'release':
      return {
        title: causeTitles.release,
        detail: `The project cannot start${until ? ` before ${dayTime(until)}` : ' yet'}.`,
      }
    case 'material':
      return {
        title: causeTitles.material,
        detail: `Its material is ${until ? `ready from ${dayTime(until)}` : 'not ready'}.`,
      }
    case 'pinned':
      return { title: causeTitles.pinned, detail: 'A planner pinned it to its dates.' }
    case 'frozen':
      return { title: causeTitles.frozen, detail: 'Starts inside the freeze window.' }
    case 'waited':
      return { title: causeTitles.waited, detail: `It started ${time(cause)} after it could.` }
    case 'planned':
      return {
        title: causeTitles.planned,
        detail: `The plan has it start${until ? ` ${dayTime(until)}` : ''}, but nothing it waits for needs that long. Scheduling again may bring it forward.`,
      }
    case 'atSupplier': {
      const place = workCenter ? `At ${workCenter.name}` : causeTitles.atSupplier
      const words = cause.hours ? `${place} for ${formatAway(cause.hours)}` : place
      return { title: words, detail: `${words}. Every day of the week counts.` }
    }
    case 'noSlack':
      return { title: causeTitles.noSlack, detail: 'The work itself does not fit before the ship date.' }
  }
}
