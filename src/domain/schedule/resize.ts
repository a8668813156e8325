import { hourMs } from '../time/units.ts'
import { floatAt } from '../value-at.ts'
import type { Moved } from './cascade.ts'
import { calendarOf, type MovablePlan } from './movable-plan.ts'

/** The dates of an operation with a new duration. */
export interface Resized extends Moved {
  /** New duration in hours of work. */
  readonly durationHours: number
}

/** Durations change in steps of a quarter hour, which is also the minimum. */
const stepMs = hourMs / 4

const wholeSteps = (workMs: number): number => Math.max(stepMs, Math.round(workMs / stepMs) * stepMs)

/** Resizes an unstarted operation at its end: it starts as planned and takes the work until then, in whole quarter hours. */
export const resizeEnd = (plan: MovablePlan, operation: number, endMs: number): Resized => {
  const startMs = floatAt(plan.startMs, operation)
  const calendar = calendarOf(plan, operation)
  const workMs = wholeSteps(calendar.workBetween(startMs, endMs))
  return { operation, startMs, endMs: calendar.addWork(startMs, workMs), durationHours: workMs / hourMs }
}

/** Resizes an unstarted operation at its start: it ends about as planned and takes the work in between, in whole quarter hours. */
export const resizeStart = (plan: MovablePlan, operation: number, wantedMs: number): Resized => {
  const calendar = calendarOf(plan, operation)
  const startMs = calendar.nextOpen(wantedMs)
  const workMs = wholeSteps(calendar.workBetween(startMs, floatAt(plan.endMs, operation)))
  return { operation, startMs, endMs: calendar.addWork(startMs, workMs), durationHours: workMs / hourMs }
}
