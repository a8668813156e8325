import { type LeftProject, runMessages, type SchedulingRun } from '#contract/scheduling-runs.ts'
import type { RunStatus } from '#contract/vocabulary.ts'
import { formatCount, formatDays, formatNumber } from '#web/lib/format-number.ts'

/** A run is done if it is no longer running or its progress is 100 percent. */
export const isDone = ({ status, percent }: Pick<SchedulingRun, 'status' | 'percent'>): boolean =>
  status !== 'Running' || percent >= 100

/** The specified sentence for a status; a running one has none. */
export const runMessage = (status: RunStatus): string => (status === 'Running' ? '' : runMessages[status])

const causes: Record<SchedulingRun['cause'], string | null> = {
  none: null,
  cancelled: null,
  serverStopped: 'The server stopped during the run. The plan is unchanged; start the run again.',
  dataChanged: 'Projects kept changing during the run. The plan is unchanged.',
  violations: 'The new plan failed its check and was not used. The plan is unchanged.',
  noRight: 'The person who started it may no longer apply it. The plan is unchanged.',
  error: 'The plan is unchanged.',
}

/** A sentence after the message: why the run failed, and that nothing is lost. */
export const runCauseSentence = ({ cause, status }: Pick<SchedulingRun, 'cause' | 'status'>): string | null =>
  status === 'Cancelled' ? 'The plan is unchanged.' : causes[cause]

/** Why the search of a run ended early; null if it was complete. */
export const searchEndSentence = ({ searchEnd }: Pick<SchedulingRun, 'searchEnd'>): string | null => {
  if (searchEnd === 'planner') return 'The search was stopped. This is the best plan it had found.'
  return searchEnd === 'clock' ? 'The search reached its time limit. This is the best plan it had found.' : null
}

type SearchFigures = Pick<SchedulingRun, 'searchEnd' | 'gainedLate' | 'lateDays' | 'leastLateDays'>

/** Whether more time cannot make the plan of a run less late. */
export const isLeastLate = ({ searchEnd, lateDays, leastLateDays }: SearchFigures): boolean =>
  searchEnd === 'bound' || (lateDays !== null && leastLateDays !== null && lateDays <= leastLateDays)

const unlimitedWords = (leastLateDays: number): string =>
  `with unlimited capacity there would be ${formatCount(leastLateDays, 'late day')}.`

/** 'Even with unlimited capacity there would be 4 late days.' where that is at least half of the late days. */
const boundSentence = ({ lateDays, leastLateDays }: SearchFigures): string | null =>
  lateDays !== null && leastLateDays !== null && leastLateDays > 0 && 2 * leastLateDays >= lateDays
    ? `Even ${unlimitedWords(leastLateDays)}`
    : null

const gainSentences = ({ searchEnd, gainedLate }: SearchFigures): [gain: string, hope: string] | null => {
  if (searchEnd === 'settled') return ['The search had stopped improving.', 'More time will rarely help.']
  if (searchEnd === null || gainedLate === null) return null
  return gainedLate > 0
    ? [
        `The last third of the search still saved ${formatCount(gainedLate, 'late day')}.`,
        'More time will probably save more.',
      ]
    : ['The last third of the search saved no late days.', 'More time may still save some.']
}

/** What more time is likely to bring, from how the search ended; null if nothing is late or known. `canSearchLonger`: a run with more effort exists. */
export const moreTimeWords = (run: SearchFigures, canSearchLonger: boolean): string | null => {
  const { lateDays, leastLateDays } = run
  if (lateDays === null || lateDays === 0) return null
  if (leastLateDays !== null && lateDays <= leastLateDays)
    return `More time cannot help: even ${unlimitedWords(lateDays)}`
  if (run.searchEnd === 'bound') return 'More time will not find a plan that is less late.'
  const [gain, hope] = gainSentences(run) ?? [null, null]
  return [gain, canSearchLonger && hope, boundSentence(run)].filter(Boolean).join(' ') || null
}

/**
 * 'Late days 62 instead of 73.' compares the new plan with the current one; 'Late days 62, unchanged.'; 'Late days 62.'
 * without a comparison.
 */
export const comparedFigure = (name: string, after: number | null, before: number | null): string => {
  const figure = `${name} ${formatNumber(after)}`
  if (before === null) return `${figure}.`
  return after === before ? `${figure}, unchanged.` : `${figure} instead of ${formatNumber(before)}.`
}

/** Sentences after the message of a successful run: '14 operations could not be scheduled.', '2 warnings.' */
export const findingSentences = ({
  unplacedOperations: unplaced,
  warnings,
}: Pick<SchedulingRun, 'unplacedOperations' | 'warnings'>): string[] => [
  ...(unplaced ? [`${formatCount(unplaced, 'operation')} could not be scheduled.`] : []),
  ...(warnings ? [`${formatCount(warnings, 'warning')}.`] : []),
]

/** The announcement of a finished run for screen readers. */
export const closingWords = (run: SchedulingRun): string =>
  run.revertedAt !== null
    ? 'Reverted.'
    : [runMessage(run.status), ...(run.status === 'Succeeded' ? findingSentences(run) : [])].join(' ')

const daysWords = (days: number): string => (days > 0 ? `${formatDays(days)} late` : `${formatDays(-days)} slack`)

/** '4 d late, was 7 d late', '5 d slack, no change'; null while the completion is unknown. */
export const recentLatenessWords = ({
  before,
  after,
}: NonNullable<SchedulingRun['recentLateness']>[number]): string | null => {
  if (after === null) return null
  if (before === null) return daysWords(after)
  return daysWords(before) === daysWords(after)
    ? `${daysWords(after)}, no change`
    : `${daysWords(after)}, was ${daysWords(before)}`
}

/** '5 s', '2 min', or a dash while unknown. */
export const remaining = (seconds: number | null): string => {
  if (seconds === null) return '—'
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`
  return `${Math.round(seconds / 60)} min`
}

const appliedTitles = { proposal: 'Applied Proposal', promiseDate: 'Project Created as Promised' } as const

/** The specified heading of the dialog; a plan that no run computed is named after its origin. */
export const runTitle = (run: Pick<SchedulingRun, 'madeBy'> | undefined): string =>
  run?.madeBy ? appliedTitles[run.madeBy] : 'Scheduling Projects'

/** The sentence for the scope of a run; for all projects the specified one. */
export const scopeWords = (run: Pick<SchedulingRun, 'selectedProjects' | 'madeBy'> | undefined): string => {
  if (run?.madeBy) return 'What changed in the plan'
  return run?.selectedProjects
    ? `Optimizing ${formatCount(run.selectedProjects, 'selected project')}; all other projects keep their dates`
    : 'Optimizing schedules across all active projects'
}

const mostNamed = 3

/** 'Left out: #1030 Frame. It is on hold and not scheduled.'; names at most the first three. */
export const leftWords = (left: readonly LeftProject[]): string => {
  const named = left
    .slice(0, mostNamed)
    .map(({ projectNumber, projectName, reason }) => `#${projectNumber} ${projectName}. ${reason}`)
  const others = left.length - named.length
  return `Left out: ${named.join(' ')}${others > 0 ? ` And ${formatCount(others, 'other')}.` : ''}`
}
