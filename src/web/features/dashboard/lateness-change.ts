import type { SchedulingRun } from '#contract/scheduling-runs.ts'

/**
 * How much more (negative: less) late a run's plan is than the one before it, in whole percent; null when that says nothing: of
 * one of them the lateness is not known, the one before was not late, or nothing says what the run changed. In the last case
 * there was no whole plan before it, and work without dates was late by nothing.
 */
export const latenessChange = (
  run: Pick<SchedulingRun, 'weightedLatenessBeforeHours' | 'weightedLatenessHours' | 'changedOperations'>,
): number | null => {
  const { weightedLatenessBeforeHours: before, weightedLatenessHours: after, changedOperations } = run
  if (before === null || after === null || changedOperations === null || before <= 0) return null
  return Math.round(((after - before) / before) * 100)
}
