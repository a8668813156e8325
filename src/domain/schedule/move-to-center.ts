import { cascade, type Moved, movedAt } from './cascade.ts'
import type { MovablePlan } from './movable-plan.ts'

/** The dates of an operation that moves to another work center, with the hours it takes there, and the dates of its followers. */
export const moveToCenter = <P extends MovablePlan>(
  plan: P,
  { operation, startMs }: Pick<Moved, 'operation' | 'startMs'>,
  { category, durationHours, alone }: { category: number; durationHours: number; alone: boolean },
): { readonly moved: Moved; readonly followers: readonly Moved[] } => {
  const { operations } = plan.data
  const there = {
    ...plan,
    data: {
      ...plan.data,
      // The dates of its bar say nothing about the hours that it takes there.
      barsAtPace: false,
      operations: {
        ...operations,
        category: operations.category.with(operation, category),
        durationHours: operations.durationHours.with(operation, durationHours),
      },
    },
  }
  const moved = movedAt(there, operation, startMs)
  return { moved, followers: alone ? [] : cascade(there, moved) }
}
