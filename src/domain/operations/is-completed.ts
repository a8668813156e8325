/**
 * **Completed**: has an actual end or 100 % progress. Lists, boards, the Gantt chart, statistics and the engine all use
 * this rule; the SQL version is `isCompletedSql`.
 */
export const isCompleted = ({
  actualEndMs,
  progressPercentage,
}: {
  readonly actualEndMs: number | null
  readonly progressPercentage: number
}): boolean => actualEndMs !== null || progressPercentage >= 100
