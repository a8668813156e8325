import { isCompleted } from './is-completed.ts'

/** Hours of work left in the shop's own work centers. Calendar time at a supplier does not count. In SQL, `isOutsideSql` excludes it. */
export const workLeftHours = (
  operation: Parameters<typeof isCompleted>[0] & { readonly durationHours: number; readonly progressPercent: number },
  isOutside: boolean,
): number => (isOutside || isCompleted(operation) ? 0 : operation.durationHours * (1 - operation.progressPercent / 100))
