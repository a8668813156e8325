/**
 * **Completed**: reported done: has an actual end, or 100 %. Lists, boards, the Gantt chart, figures and the engine go by this one
 * rule; in SQL it is `isCompletedSql`.
 */
export const isCompleted = ({
  actualEndMs,
  progressPercent,
}: {
  readonly actualEndMs: number | null
  readonly progressPercent: number
}): boolean => actualEndMs !== null || progressPercent >= 100
