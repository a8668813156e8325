/**
 * The end with which an operation is drawn: the actual one, else the scheduled one. Work that began after its scheduled end has no length
 * until it ends, because nothing is drawn to end before it starts. In SQL it is `shownEndSql`.
 */
export const shownEnd = <T extends Date | number>(operation: {
  readonly actualStart: T | null
  readonly actualEnd: T | null
  readonly scheduledEnd: T | null
}): T | null => {
  const { actualStart, actualEnd, scheduledEnd } = operation
  if (actualEnd !== null || scheduledEnd === null || actualStart === null) return actualEnd ?? scheduledEnd
  return scheduledEnd < actualStart ? actualStart : scheduledEnd
}
