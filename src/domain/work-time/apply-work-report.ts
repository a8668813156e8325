import type { IntervalTime } from '#contract/vocabulary.ts'

/** A time during which an operation was worked on. */
export interface WorkInterval {
  readonly intervalId: string
  readonly operationId: string
  /** Who worked; null = not known, as when a planner reports that work has started. */
  readonly personId: string | null
  readonly time: IntervalTime
  readonly startMs: number
  /** null = it is running. */
  readonly endMs: number | null
}

export interface WorkReport {
  readonly kind: 'start' | 'pause' | 'stop'
  readonly operationId: string
  readonly personId: string | null
  readonly time: IntervalTime
  readonly atMs: number
}

/** What a report makes of the intervals. */
export interface ReportedIntervals {
  readonly ended: readonly { readonly intervalId: string; readonly endMs: number }[]
  readonly removed: readonly string[]
  readonly opened: { readonly startMs: number; readonly endMs: number | null } | null
}

const unchanged: ReportedIntervals = { ended: [], removed: [], opened: null }

/** A machine that runs by itself does not occupy the person who watches it. */
const occupies = ({ time }: { readonly time: IntervalTime }): boolean => time !== 'machine'

/** Ends running intervals. One that would end at or before its start never was. */
const endAt = (running: readonly WorkInterval[], atMs: number): ReportedIntervals => ({
  ended: running.flatMap(({ intervalId, startMs }) => (startMs < atMs ? [{ intervalId, endMs: atMs }] : [])),
  removed: running.flatMap(({ intervalId, startMs }) => (startMs < atMs ? [] : [intervalId])),
  opened: null,
})

/**
 * The interval that a person starts, next to the others that occupy them. Reports may arrive late: what was recorded for a later time
 * stays, and the interval ends where that begins.
 */
const startFor = (others: readonly WorkInterval[], atMs: number): ReportedIntervals => {
  const startMs = others.reduce(
    (start, other) => (other.endMs !== null && other.startMs <= atMs ? Math.max(start, other.endMs) : start),
    atMs,
  )
  const left = others.filter((other) => other.endMs === null && other.startMs <= startMs)
  const later = others.filter((other) => other.startMs >= startMs && !left.includes(other))
  const nextMs = later.reduce((next, other) => Math.min(next, other.startMs), Infinity)
  if (nextMs <= startMs) return unchanged
  return { ...endAt(left, startMs), opened: { startMs, endMs: nextMs === Infinity ? null : nextMs } }
}

const start = (intervals: readonly WorkInterval[], report: WorkReport): ReportedIntervals => {
  const { operationId, personId, atMs } = report
  const running = intervals.filter((one) => one.operationId === operationId && one.endMs === null)
  if (personId === null)
    return running.length > 0 ? unchanged : { ...unchanged, opened: { startMs: atMs, endMs: null } }
  if (running.some((one) => one.personId === personId)) return unchanged
  const others = occupies(report) ? intervals.filter((one) => one.personId === personId && occupies(one)) : []
  const started = startFor(others, atMs)
  // The same report may have started the operation, before it was known who works on it.
  const unnamed = running.filter((one) => one.personId === null && one.startMs === atMs)
  return { ...started, removed: [...started.removed, ...unnamed.map(({ intervalId }) => intervalId)] }
}

/**
 * What a report from the shop floor makes of the intervals of its operation and of its person. A person who starts an operation leaves the
 * one before. A pause ends the interval of the person, or the one without a person; a stop ends all of the operation.
 */
export const applyWorkReport = (intervals: readonly WorkInterval[], report: WorkReport): ReportedIntervals => {
  if (report.kind === 'start') return start(intervals, report)
  const running = intervals.filter((one) => one.operationId === report.operationId && one.endMs === null)
  if (report.kind === 'stop' || report.personId === null) return endAt(running, report.atMs)
  const own = running.filter(({ personId }) => personId === report.personId)
  return endAt(own.length > 0 ? own : running.filter(({ personId }) => personId === null), report.atMs)
}
