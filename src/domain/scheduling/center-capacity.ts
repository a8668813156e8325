import type { Available } from '#contract/placement.ts'
import { type CapacitySpan, capacitySteps, stepsInWork, type WorkStep } from '#domain/time/capacity-steps.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { CoreBooking } from './core/core-problem.ts'
import type { SnapshotCategory } from './shop-snapshot.ts'

/** The capacity of a work center over time. */
export interface CenterCapacity {
  readonly usual: number
  readonly calendar: WorkCalendar
  readonly steps: readonly WorkStep[]
}

export const centerCapacity = (
  center: Pick<SnapshotCategory, 'categoryId' | 'capacity'>,
  calendar: WorkCalendar,
  spans: readonly CapacitySpan[] = [],
): CenterCapacity => ({
  usual: center.capacity,
  calendar,
  steps: stepsInWork(capacitySteps(center, spans), calendar),
})

/** The largest capacity of a work center from an instant on. */
export const largestCapacity = ({ steps, calendar }: CenterCapacity, fromMs: number): number => {
  const from = calendar.toWork(fromMs)
  return Math.max(0, ...steps.flatMap(({ to, capacity }) => (to > from ? Math.floor(capacity) : [])))
}

/** Represents reduced capacity as fixed work, because the core has a single capacity for each resource. */
export const missingCapacity = (capacities: readonly CenterCapacity[], nowMs: number): CoreBooking[] =>
  capacities.flatMap((center, resource) => {
    if (center.steps.length === 1) return []
    const most = largestCapacity(center, nowMs)
    const now = center.calendar.toWork(nowMs)
    return center.steps
      .map(({ from, to, capacity }) => ({ resource, from: Math.max(from, now), to, units: most - capacity }))
      .filter(({ from, to, units }) => to > from && units > 0)
  })

/** The instant at which the capacity increases where `work` begins; null if it does not. */
export const riseAt = ({ steps }: CenterCapacity, work: number): number | null => {
  const index = steps.findIndex(({ from }) => from === work)
  const [before, step] = [steps[index - 1], steps[index]]
  return before && step && step.capacity > before.capacity ? step.fromMs : null
}

/** The last step within a span of work time, ends included, at which the capacity increases; null = none. */
export const riseBetween = ({ steps }: CenterCapacity, from: number, to: number): WorkStep | null => {
  const rises = (step: WorkStep, index: number): boolean => step.capacity > (steps[index - 1]?.capacity ?? Infinity)
  return steps.findLast((step, index) => step.from >= from && step.from <= to && rises(step, index)) ?? null
}

/** The reduced capacity that applies right before `work`; null = none. */
export const reducedBefore = ({ usual, steps }: CenterCapacity, work: number): Available | null => {
  const step = steps.findLast(({ from }) => from < work)
  if (!step || step.capacity >= usual) return null
  const { capacity: units, fromMs, untilMs } = step
  return { units, usual, fromMs, untilMs }
}
