/**
 * **Completed**: has an actual end or 100 % progress. Lists, boards, the Gantt chart, figures and the engine all use this
 * rule; in SQL it is `isCompletedSql`.
 */
export const isCompleted = ({
  actualEndMs,
  progressPercent,
}: {
  readonly actualEndMs: number | null
  readonly progressPercent: number
}): boolean => actualEndMs !== null || progressPercent >= 100
