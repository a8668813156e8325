import type { CapacityRule } from './capacity-rule.ts'
import type { OpenMinutes } from './open-minutes.ts'
import type { Violation } from './violation.ts'

/** The time during which an operation occupies a work center, in epoch ms. */
export interface Hold {
  operationId: string
  fromMs: number
  toMs: number
  /** A run cannot move it, and it may overload the work center with a warning. */
  fixed: boolean
  /** Whether it has the warning `overload`, or is outside the scope of the run. */
  warned: boolean
}

/**
 * Checks one work center over time. Exceeding the capacity is a violation if a movable operation takes part while the
 * work center is open. Fixed operations among themselves, or next to a paused one in closed time, need a warning. In
 * closed time no work is done, so only the largest capacity counts.
 */
export const checkCapacity = (
  categoryId: string,
  rule: CapacityRule,
  holds: readonly Hold[],
  minutes: OpenMinutes,
): Violation[] => {
  const events = [
    ...holds
      .filter(({ fromMs, toMs }) => toMs > fromMs)
      .flatMap((hold) => [
        { atMs: hold.fromMs, by: 1, hold },
        { atMs: hold.toMs, by: -1, hold },
      ]),
    ...rule.changesMs.map((atMs) => ({ atMs, by: 0, hold: null })),
  ].sort((a, b) => a.atMs - b.atMs || a.by - b.by)
  const running = new Set<Hold>()
  const found: Violation[] = []
  events.forEach(({ atMs, by, hold }, index) => {
    if (hold && by > 0) running.add(hold)
    else if (hold) running.delete(hold)
    const untilMs = events[index + 1]?.atMs ?? atMs
    const open = minutes.worked(untilMs) > minutes.worked(atMs)
    const capacity = open ? rule.at(atMs) : rule.most
    if (running.size <= capacity || untilMs === atMs) return
    const fixed = [...running].filter((other) => other.fixed)
    const movable = [...running].find((other) => !other.fixed)
    if (movable && (open || fixed.length === 0)) {
      const { operationId } = movable
      found.push({ code: 'overCapacity', operationId, categoryId, atMs, running: running.size, capacity })
    }
    for (const other of fixed) {
      if (!other.warned) found.push({ code: 'missingWarning', operationId: other.operationId, warning: 'overload' })
    }
  })
  return found
}
