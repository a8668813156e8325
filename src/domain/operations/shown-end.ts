/**
 * The end at which an operation is drawn: the actual one, otherwise the scheduled one. Work that started after its scheduled end has no
 * length until it ends, because nothing may end before it starts. Epoch ms, null = none. The SQL version is `shownEndSql`.
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
