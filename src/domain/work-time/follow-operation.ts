import type { WorkInterval } from './apply-work-report.ts'

/** What decides whether an operation is worked on. */
export interface WorkState {
  readonly startMs: number | null
  readonly endMs: number | null
  readonly onHold: boolean
}

/** An interval with other times; null = it is removed. */
interface ChangedInterval {
  readonly intervalId: string
  readonly span: { readonly startMs: number; readonly endMs: number | null } | null
}

/** The state before an operation was created. */
export const notBegun: WorkState = { startMs: null, endMs: null, onHold: false }

export interface FollowedIntervals {
  readonly changed: readonly ChangedInterval[]
  /** null = none begins. */
  readonly openedMs: number | null
}

type Span = Pick<WorkInterval, 'startMs' | 'endMs'>

/** The span after the start, the end or the hold of its operation has changed; null = nothing is left of it. */
const followedSpan = (
  interval: WorkInterval,
  before: WorkState,
  after: WorkState,
  nowMs: number,
): { startMs: number; endMs: number | null } | null => {
  if (after.startMs === null) return before.startMs === null ? interval : null
  // A longer interval could overlap with others of its person. Planners correct such an interval itself.
  const mayGrow = interval.personId === null
  const moves = (from: number | null, own: number | null) => from !== null && from === own
  let { startMs, endMs }: Span = interval
  if (moves(before.startMs, startMs) && (mayGrow || after.startMs > startMs)) startMs = after.startMs
  if (after.endMs !== null) {
    // An end that lies ahead must not keep its person from other work.
    if (endMs === null) endMs = Math.min(after.endMs, nowMs)
    else if (moves(before.endMs, endMs) && (mayGrow || after.endMs < endMs)) endMs = after.endMs
  } else if (endMs === null && after.onHold) endMs = nowMs
  return endMs !== null && endMs <= startMs ? null : { startMs, endMs }
}

/**
 * What a change of an operation makes of its intervals. Its start begins one and its end or a hold ends those that are running; the end of
 * a hold begins none, and neither does a start that comes with its end, or lies ahead. An operation that is created as started starts then.
 * Corrected dates take along the intervals that began or ended at them, and work that never started has none.
 */
export const followOperation = (
  intervals: readonly WorkInterval[],
  { before, after, nowMs }: { readonly before: WorkState; readonly after: WorkState; readonly nowMs: number },
): FollowedIntervals => {
  const changed = intervals.flatMap((interval): ChangedInterval[] => {
    const { intervalId, startMs, endMs } = interval
    const span = followedSpan(interval, before, after, nowMs)
    return span?.startMs === startMs && span.endMs === endMs ? [] : [{ intervalId, span }]
  })
  const begins = before.startMs === null && after.startMs !== null && after.startMs <= nowMs
  const isOpen = after.endMs === null && !after.onHold
  // A report that says who works has recorded its interval before it starts the operation.
  const isRecorded = intervals.length > 0
  return { changed, openedMs: begins && isOpen && !isRecorded ? after.startMs : null }
}
