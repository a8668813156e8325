/**
 * **Completed**: has an actual end or 100 % progress. Lists, boards, the Gantt chart, figures and the engine all use this
 * rule; in SQL it is `isCompletedSql`.
 */
export const isCompleted = ({
  actualEndMs,
  progressPercentage,
}: {
  readonly actualEndMs: number | null
  readonly progressPercentage: number
}): boolean => actualEndMs !== null || progressPercentage >= 100
