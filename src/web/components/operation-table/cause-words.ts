import type { LateCause } from '#contract/analytics.ts'
import type { OperationCause } from '#contract/operation-lists.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import { formatAway } from '#web/lib/format-hours.ts'
import { formatFactor } from '#web/lib/format-number.ts'
import { formatWork } from '#web/lib/format-work.ts'

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
  learnedPace: 'Longer at the learned pace',
  notStarted: 'Not reported as started',
  changeover: 'Changeover',
  closed: 'Shift closed',
  release: 'Project not released',
  material: 'Waits for material',
  pinned: 'Pinned',
  frozen: 'Frozen',
  planned: 'Planned late',
  tookLonger: 'Took longer than its estimate',
  waited: 'Started later than it could',
  atSupplier: 'At a supplier',
  noSlack: 'Work content exceeds the time left',
}

const time = ({ hours, days }: OperationCause): string => formatWork(hours ?? 0, days)

const isShort = ({ hours }: OperationCause): boolean => (hours ?? 0) < 1 / 120

/** ' 1 of 2 available (Mill 2 in service).' Empty if all were available. */
const reducedWords = ({ available }: OperationCause): string => {
  if (!available) return ''
  const { units, usual, name } = available
  return ` ${availableWords(units, usual)}${name ? ` (${name})` : ''}.`
}

/** '#1037 Cut', and for an operation of the same project '#1037 Cut of the same project'. */
const nameOf = ({ operation, own }: OperationCause): string | null =>
  operation && `#${operation.projectNumber} ${operation.name}${own ? ' of the same project' : ''}`

/** People and tools are never "full": they are all in use, or some of them are away. */
const poolWords = (pool: string, cause: OperationCause, untilWords: string): CauseWords => {
  const { available } = cause
  const full = nameOf(cause)
  const because = available ? (available.name ?? availableWords(available.units, available.usual)) : full
  const user = full ? ` ${full} uses the last one.` : ''
  return {
    title: `Waits for ${pool}${because ? `: ${because}` : ''}`,
    detail: `${pool}: none free${untilWords}.${user}${reducedWords(cause)}`,
  }
}

/** The operations in the way: '#1037 Cut', '#1037 Cut and 3 more'. */
const occupants = (cause: OperationCause): string | null => {
  const name = nameOf(cause)
  return name && `${name}${cause.more ? ` and ${cause.more} more` : ''}`
}

/** What was in use before the work started. */
const takenWords = (cause: OperationCause, untilWords: string): CauseWords => {
  const { workCenter, available } = cause
  const place = workCenter?.name ?? 'Its work center'
  const by = occupants(cause)
  if (workCenter?.kind === 'pool') {
    const because = available?.name ?? by
    return {
      title: `Waited for ${place}${because ? `: ${because}` : ''}`,
      detail: `${place}: none free${untilWords}.${by ? ` In use by ${by}.` : ''}${reducedWords(cause)}`,
    }
  }
  return {
    title: by ? `${place} was taken: ${by}` : `${place} was taken`,
    detail: `${place} was taken${by ? ` by ${by}` : ''}${untilWords}.${reducedWords(cause)}`,
  }
}

/** ' by the run of Thu 11/12 4:00 PM'; empty if unknown. */
const plannerWords = ({ plannedBy, since }: OperationCause, dayTime: (instant: string) => string): string => {
  if (!plannedBy || !since) return ''
  return plannedBy === 'person' ? ` by hand on ${dayTime(since)}` : ` by the ${plannedBy} of ${dayTime(since)}`
}

/** Describes a start that was planned late, for work that has started or not. */
const plannedWords = (cause: OperationCause, dayTime: (instant: string) => string): CauseWords => {
  const by = plannerWords(cause, dayTime)
  const when = cause.until ? `Planned for ${dayTime(cause.until)}${by}` : `${causeTitles.planned}${by}`
  const detail =
    cause.code === 'planned'
      ? `${when}, later than anything it waits for. Scheduling again may bring it forward.`
      : `${when}, ${isShort(cause) ? '' : `${time(cause)} `}later than it could start.`
  const start = !by && cause.until ? `, for ${dayTime(cause.until)}` : by
  return { title: `${causeTitles.planned}${start}`, detail }
}

const startedLateWords = (cause: OperationCause, dayTime: (instant: string) => string): CauseWords => {
  const { since } = cause
  const after = since ? `later than it could, ready since ${dayTime(since)}` : 'after its scheduled start'
  return {
    title: isShort(cause) ? causeTitles.startedLate : `Started ${time(cause)} late`,
    detail: `Reported as started ${isShort(cause) ? '' : `${time(cause)} `}${after}.`,
  }
}

const notStartedWords = (cause: OperationCause, dayTime: (instant: string) => string): CauseWords => {
  const { since } = cause
  const forWords = isShort(cause) ? '' : ` for ${time(cause)}`
  if (!since) return { title: causeTitles.notStarted, detail: `Ready${forWords}, but not reported as started.` }
  return {
    title: `Not started, ready since ${dayTime(since)}`,
    detail: `Not reported as started although ready since ${dayTime(since)}.`,
  }
}

/** The name of a cause that several operations share: 'Saw full', 'Waits for Welders: Leave of a welder', 'Planned late'. */
export const causeName = (cause: OperationCause, dayTime: (instant: string) => string): string => {
  const { code, workCenter, available, own } = cause
  if (own) return `Own earlier work${workCenter ? ` at ${workCenter.name}` : ''}`
  const isPlace = workCenter !== null && workCenter.kind !== 'pool'
  const away = available?.name ? `: ${available.name}` : ''
  if (code === 'workCentreBusy' && workCenter)
    return isPlace ? `${workCenter.name} full` : `Waits for ${workCenter.name}${away}`
  if (code === 'wasTaken')
    return isPlace ? `${workCenter.name} was taken` : `Waited for ${workCenter?.name ?? 'people or tools'}${away}`
  if (code === 'wasPlanned') return causeTitles.planned
  if (code === 'startedLate' || code === 'waited') return causeTitles.startedLate
  if (code === 'notStarted' || code === 'planned') return causeTitles[code]
  return causeWords(cause, dayTime)?.title ?? ''
}

/** The cause of an operation's state in one line. `dayTime` formats an instant for the reader. */
export function causeWords(cause: OperationCause, dayTime: (instant: string) => string): CauseWords | null {
  const { operation, workCenter, holiday, until } = cause
  const named = operation?.name || 'an earlier operation'
  const full = nameOf(cause) ?? 'an earlier operation'
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
      return startedLateWords(cause, dayTime)
    case 'longerThanEstimated':
      return { title: causeTitles.longerThanEstimated, detail: `Running ${time(cause)} over its estimate.` }
    case 'learnedPace': {
      const place = workCenter?.name ?? 'Such work'
      const pace = `${place} takes ${cause.factor === undefined ? 'more than' : `${formatFactor(cause.factor)} of`} its estimate`
      return { title: pace, detail: `${pace}: ${time(cause)} more.` }
    }
    case 'tookLonger':
      return { title: causeTitles.tookLonger, detail: `Took ${time(cause)} longer than its estimate.` }
    case 'notStarted':
      return notStartedWords(cause, dayTime)
    case 'wasTaken':
      return takenWords(cause, untilWords)
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
      return { title: causeTitles.waited, detail: `Started ${time(cause)} later than it could.` }
    case 'planned':
    case 'wasPlanned':
      return plannedWords(cause, dayTime)
    case 'atSupplier': {
      const place = workCenter ? `At ${workCenter.name}` : causeTitles.atSupplier
      const words = cause.hours ? `${place} for ${formatAway(cause.hours)}` : place
      return { title: words, detail: `${words}. Every day of the week counts.` }
    }
    case 'noSlack':
      return { title: causeTitles.noSlack, detail: 'The work itself does not fit before the ship date.' }
  }
}
