import type { RunEffectCounts, RunEffectKind } from '#contract/run-effects.ts'
import type { RunProject } from '#contract/run-results.ts'
import { formatCount, formatDays } from '#web/lib/format-number.ts'

/** The headings of the effects of a run, in the dialog and on the dashboard. */
export const effectTitles: Record<RunEffectKind, string> = {
  becameLate: 'Became late',
  later: 'Later',
  noDate: 'No date',
  newDate: 'First date',
  recovered: 'Recovered',
  earlier: 'Earlier',
}

export const changedProjects = (effect: RunEffectCounts): number =>
  Object.values(effect).reduce((sum, count) => sum + count, 0)

/** True for the first plan, and for others that changed no known end: what they add is no loss compared with the previous plan. */
export const gaveOnlyFirstDates = (effect: RunEffectCounts | null): boolean =>
  effect !== null && effect.newDate > 0 && changedProjects(effect) === effect.newDate

const isLate = (days: number | null): days is number => days !== null && days > 0

type Said = Pick<
  RunProject,
  'kind' | 'latenessDaysBefore' | 'latenessDaysAfter' | 'movedDays' | 'movedOperations' | 'unplacedOperations'
>

const daysWords = ({ kind, latenessDaysBefore, latenessDaysAfter, movedDays }: Said): (string | false)[] => {
  const was = isLate(latenessDaysBefore) && `was ${formatDays(latenessDaysBefore)} late`
  const is = isLate(latenessDaysAfter) && `${formatDays(latenessDaysAfter)} late`
  switch (kind) {
    case 'becameLate':
    case 'newDate':
      return [is]
    case 'later':
      return [`${formatDays(movedDays)} later`, is]
    case 'earlier':
      return [`${formatDays(-(movedDays ?? 0))} earlier`, is && `still ${is}`]
    case 'noDate':
    case 'recovered':
      return [was]
  }
}

/** '3 d later, 5 d late', and the number of operations without a date. */
export const effectWords = (project: Said): string =>
  [
    ...daysWords(project),
    project.unplacedOperations > 0 && `${formatCount(project.unplacedOperations, 'operation')} without a date`,
  ]
    .filter(Boolean)
    .join(', ')
