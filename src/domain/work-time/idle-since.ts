/** An hour of working time after which lists mark idle started work: breaks and closed shops are no news. */
export const markedIdleHours = 1

interface StartedWork {
  /** When it was started; null = it was not. */
  readonly startMs: number | null
  readonly isCompleted: boolean
  readonly onHold: boolean
  readonly intervals: readonly {
    readonly startMs: number
    /** null = it is running. */
    readonly endMs: number | null
  }[]
}

/**
 * Since when started work has been idle: the end of its last interval, or its start if it has none. null = it is worked on, on hold
 * (the hold says enough), not begun, or done.
 */
export const idleSince = ({ startMs, isCompleted, onHold, intervals }: StartedWork, nowMs: number): number | null => {
  if (startMs === null || startMs > nowMs || isCompleted || onHold) return null
  if (intervals.some(({ endMs }) => endMs === null)) return null
  return intervals.reduce((latest, { endMs }) => Math.max(latest, endMs ?? latest), startMs)
}
