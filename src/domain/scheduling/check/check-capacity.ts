import type { OpenMinutes } from './open-minutes.ts'
import type { Violation } from './violation.ts'

/** The time in which an operation uses a work center, in epoch ms. */
export interface Hold {
  operationId: string
  fromMs: number
  toMs: number
  /** A run cannot move it: it may overload the work center with a warning. */
  fixed: boolean
  /** It has the warning `overload`, or is outside of the scope of the run. */
  warned: boolean
}

/**
 * Checks one work center over time. More than `capacity` at once is a violation if a movable operation takes part while
 * the work center is open. Fixed operations among themselves, or beside a paused one in closed time, need a warning.
 */
export const checkCapacity = (
  categoryId: string,
  capacity: number,
  holds: readonly Hold[],
  minutes: OpenMinutes,
): Violation[] => {
  const events = holds
    .filter(({ fromMs, toMs }) => toMs > fromMs)
    .flatMap((hold) => [
      { atMs: hold.fromMs, by: 1, hold },
      { atMs: hold.toMs, by: -1, hold },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.by - b.by)
  const running = new Set<Hold>()
  const found: Violation[] = []
  events.forEach(({ atMs, by, hold }, index) => {
    if (by > 0) running.add(hold)
    else running.delete(hold)
    const untilMs = events[index + 1]?.atMs ?? atMs
    if (running.size <= capacity || untilMs === atMs) return
    const fixed = [...running].filter((other) => other.fixed)
    const movable = [...running].find((other) => !other.fixed)
    const { operationId } = movable ?? hold
    const open = minutes.worked(untilMs) > minutes.worked(atMs)
    if (movable && (open || fixed.length === 0)) {
      found.push({ code: 'overCapacity', operationId, categoryId, atMs, running: running.size, capacity })
    }
    for (const other of fixed) {
      if (!other.warned) found.push({ code: 'missingWarning', operationId: other.operationId, warning: 'overload' })
    }
  })
  return found
}
