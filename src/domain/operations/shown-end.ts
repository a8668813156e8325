/**
 * The end that screens show for an operation, beside its actual start: the actual one, that of the forecast for work that was started,
 * else the scheduled one. Work that began after its scheduled end and has no forecast has no length, because nothing is shown to end before
 * it starts. Epoch ms, null = none. In SQL it is `shownEndSql`.
 */
export const shownEnd = (operation: {
  readonly isStarted: boolean
  readonly actualStart: number | null
  readonly actualEnd: number | null
  readonly scheduledEnd: number | null
  readonly forecastEnd: number | null
}): number | null => {
  const { isStarted, actualStart, actualEnd, scheduledEnd, forecastEnd } = operation
  if (actualEnd !== null || scheduledEnd === null) return actualEnd ?? scheduledEnd
  const end = (isStarted ? forecastEnd : null) ?? scheduledEnd
  return Math.max(end, actualStart ?? end)
}
