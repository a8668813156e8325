import { isCompleted } from './is-completed.ts'

/** Hours of work left in the shop's own work centers. Calendar time at a supplier does not count. In SQL, `isOutsideSql` excludes it. */
export const workLeftHours = (
  operation: Parameters<typeof isCompleted>[0] & {
    readonly durationHours: number
    readonly progressPercentage: number
  },
  isOutside: boolean,
): number =>
  isOutside || isCompleted(operation) ? 0 : operation.durationHours * (1 - operation.progressPercentage / 100)

/** The hours left of open work as a card of the shop floor shows them: to a hundredth. */
export const shownHoursLeft = (work: { readonly durationHours: number; readonly progressPercentage: number }): number =>
  Math.round(workLeftHours({ ...work, actualEndMs: null }, false) * 100) / 100
