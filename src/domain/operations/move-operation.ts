import { addWorkingDays } from '../time/add-working-days.ts'
import { hourMs } from '../time/units.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { dateOnlyToMs, localDate, localMinute, startOfDayMs } from '../time/zone-dates.ts'

const longestGapDays = 3_660

export interface MovableOperation {
  /** NaN = unplanned. */
  readonly plannedStartMs: number
  readonly plannedEndMs: number
  /** null = not started. */
  readonly actualStartMs: number | null
  /** Total working hours, and remaining ones. */
  readonly durationHours: number
  readonly leftHours: number
}

export interface PlannedTime {
  readonly startMs: number
  readonly endMs: number
}

/** The same local time a number of working days later, or earlier if negative. If nothing is ever open, the instant itself. */
export const shiftWorkingDays = (instantMs: number, days: number, calendar: WorkCalendar): number => {
  if (days >= 0) return addWorkingDays(instantMs, days, calendar)
  const zone = calendar.rules.timeZone
  let midnight = startOfDayMs(instantMs, zone)
  for (let left = -days, gap = 0; left > 0; ) {
    const before = startOfDayMs(midnight - 1, zone)
    if (calendar.toWork(midnight) > calendar.toWork(before)) left--
    else if (++gap > longestGapDays) return instantMs
    midnight = before
  }
  return dateOnlyToMs(localDate(midnight, zone), zone, localMinute(instantMs, zone))
}

/** Its planned working time, otherwise its estimate. */
const plannedWork = (
  { plannedStartMs, plannedEndMs, durationHours }: MovableOperation,
  calendar: WorkCalendar,
): number =>
  Number.isNaN(plannedStartMs) || Number.isNaN(plannedEndMs)
    ? durationHours * hourMs
    : calendar.toWork(plannedEndMs) - calendar.toWork(plannedStartMs)

/** Started work keeps its planned start, unless it started earlier (`storedStartMs`). The start is never after the end. */
const begunUntil = (plannedStartMs: number, actualStartMs: number, endMs: number): PlannedTime => ({
  startMs: Math.min(Number.isNaN(plannedStartMs) ? actualStartMs : plannedStartMs, actualStartMs, endMs),
  endMs,
})

/**
 * Its planned time if it begins at an instant, or at the next open one if that is closed or past. Started work keeps
 * its start, and its remaining work continues from the instant. Null if there is no working time.
 */
export const moveTo = (
  operation: MovableOperation,
  toMs: number,
  calendar: WorkCalendar,
  nowMs: number,
): PlannedTime | null => {
  const from = calendar.toWork(Math.max(toMs, nowMs))
  const startMs = calendar.startWall(from)
  if (startMs === Infinity) return null
  const { actualStartMs, plannedStartMs, leftHours } = operation
  const work = actualStartMs === null ? plannedWork(operation, calendar) : leftHours * hourMs
  const endMs = work > 0 ? calendar.endWall(from + work) : startMs
  if (endMs === Infinity) return null
  return actualStartMs === null ? { startMs, endMs } : begunUntil(plannedStartMs, actualStartMs, endMs)
}

/** Its planned time moved by working days of its own calendar. Null if it is unscheduled or there is no working time. */
export const moveBy = (
  operation: MovableOperation,
  days: number,
  calendar: WorkCalendar,
  nowMs: number,
): PlannedTime | null => {
  const { plannedStartMs, plannedEndMs, actualStartMs } = operation
  if (Number.isNaN(plannedStartMs) || Number.isNaN(plannedEndMs)) return null
  if (actualStartMs === null)
    return moveTo(operation, shiftWorkingDays(plannedStartMs, days, calendar), calendar, nowMs)
  const shifted = shiftWorkingDays(plannedEndMs, days, calendar)
  const least = moveTo(operation, nowMs, calendar, nowMs)
  return least && begunUntil(plannedStartMs, actualStartMs, Math.max(shifted, least.endMs))
}
