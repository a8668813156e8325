import type { WorkCalendar } from '../time/work-calendar.ts'
import { workedMs } from './worked-time.ts'

const hourMs = 3_600_000

export interface RecordedInterval {
  readonly startMs: number
  /** null = it is running. */
  readonly endMs: number | null
  /** Set when the interval ended. */
  readonly workedHours: number | null
}

export interface ActualHours {
  readonly hours: number
  /** Whether the hours are open time between start and end, because no intervals were recorded. */
  readonly includesWaiting: boolean
}

interface Stretch {
  readonly startMs: number
  readonly endMs: number
  /** null = it consists of several intervals that overlap. */
  readonly workedHours: number | null
}

/** The intervals in order; those that overlap are one stretch. */
const stretchesOf = (intervals: readonly RecordedInterval[]): Stretch[] => {
  const stretches: Stretch[] = []
  for (const { startMs, endMs, workedHours } of intervals.toSorted((a, b) => a.startMs - b.startMs)) {
    if (endMs === null) continue
    const last = stretches.at(-1)
    if (last && startMs < last.endMs) {
      stretches[stretches.length - 1] = {
        startMs: last.startMs,
        endMs: Math.max(last.endMs, endMs),
        workedHours: null,
      }
    } else stretches.push({ startMs, endMs, workedHours })
  }
  return stretches
}

/**
 * The hours during which an operation was worked on, to compare with its estimate: two people at once do not count twice. Running
 * intervals do not count yet. Without any interval, they are the open hours between its actual start and end.
 */
export const actualHours = (
  work: {
    readonly intervals: readonly RecordedInterval[]
    readonly startMs: number | null
    readonly endMs: number | null
  },
  calendar: Pick<WorkCalendar, 'toWork' | 'startWall' | 'endWall'>,
): ActualHours => {
  const { intervals, startMs, endMs } = work
  if (intervals.length === 0) {
    const isKnown = startMs !== null && endMs !== null
    return {
      hours: isKnown ? (calendar.toWork(endMs) - calendar.toWork(startMs)) / hourMs : 0,
      includesWaiting: isKnown,
    }
  }
  const hours = stretchesOf(intervals).map(
    (stretch) => stretch.workedHours ?? workedMs(calendar, stretch.startMs, stretch.endMs) / hourMs,
  )
  return { hours: hours.reduce((sum, some) => sum + some, 0), includesWaiting: false }
}
