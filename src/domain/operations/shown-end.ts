/**
 * The end with which an operation is drawn: the actual one, else the scheduled one. Work that began after its scheduled end has no length
 * until it ends, because nothing is drawn to end before it starts. Epoch ms, null = none. In SQL it is `shownEndSql`.
 */
export const shownEnd = (operation: {
  readonly actualStart: number | null
  readonly actualEnd: number | null
  readonly scheduledEnd: number | null
}): number | null => {
  const { actualStart, actualEnd, scheduledEnd } = operation
  if (actualEnd !== null || scheduledEnd === null) return actualEnd ?? scheduledEnd
  return Math.max(scheduledEnd, actualStart ?? scheduledEnd)
}
