import { floatAt } from '../value-at.ts'
import { type Moved, movedAt } from './cascade.ts'
import { calendarOf, isMovable, type MovablePlan } from './movable-plan.ts'

/**
 * Moves other operations together with one: each by the same working time, in the calendar of its own work center.
 * Started, completed and unscheduled ones stay in place.
 */
export const movedTogether = (plan: MovablePlan, moved: Moved, others: Iterable<number>): Moved[] => {
  const { operation, startMs } = moved
  const shiftMs = calendarOf(plan, operation).workBetween(floatAt(plan.startMs, operation), startMs)
  return [...others]
    .filter((other) => other !== operation && isMovable(plan, other))
    .map((other) => movedAt(plan, other, calendarOf(plan, other).shift(floatAt(plan.startMs, other), shiftMs)))
}
