import type { Pace } from '#contract/analytics.ts'
import { formatCount, formatFactor } from '#web/lib/format-number.ts'

/** The usual window of finished work, whose end need not be named by its count. */
const timeOf = (days: number): string => `last ${formatCount(days, 'day')}`

/** What the pace is of: a work center, or a kind of work within it. */
const paceName = (center: string, { kind, basis }: Pick<Pace, 'kind' | 'basis'>): string => {
  if (kind === null) return center
  return basis === 'family' ? `${center}, setup family ${kind},` : `${center}, “${kind}”,`
}

/** 'Weld takes 1.3 of its estimate: 42 finished operations, last 90 days' */
export const paceSentence = (
  center: string,
  pace: Pick<Pace, 'kind' | 'basis' | 'factor' | 'operations' | 'days' | 'includesWaiting'>,
): string => {
  const { factor, operations, days, includesWaiting } = pace
  const waiting = includesWaiting ? ', includes waiting' : ''
  return `${paceName(center, pace)} takes ${formatFactor(factor)} of its estimate: ${formatCount(operations, 'finished operation')}, ${timeOf(days)}${waiting}`
}

/** How far a pace is from its estimates, up or down alike. */
export const misleads = ({ factor }: Pick<Pace, 'factor'>): number => Math.abs(Math.log(factor))

/** Whether a pace is more than a tenth away from the estimate. */
export const isMisleading = (pace: Pick<Pace, 'factor'>): boolean => misleads(pace) > Math.log(1.1)
