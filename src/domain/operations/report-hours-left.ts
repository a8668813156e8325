import { limits } from '#contract/vocabulary.ts'

interface Estimated {
  /** Working hours of the whole operation. */
  readonly durationHours: number
  /** 0 to 100. */
  readonly progressPercentage: number
}

export type HoursLeftDecision =
  | { readonly ok: true; readonly durationHours: number; readonly progressPercentage: number }
  | { readonly ok: false; readonly reason: string }

/** Removes binary rounding errors. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Converts reported remaining hours to a duration and a progress. Fewer hours than planned are progress within the estimate. More hours
 * extend the duration, and the finished work still counts in full. With 0 remaining hours, the operation is done.
 */
export const reportHoursLeft = (
  { durationHours, progressPercentage }: Estimated,
  hoursLeft: number,
): HoursLeftDecision => {
  if (hoursLeft === 0) return { ok: true, durationHours, progressPercentage: 100 }
  const doneHours = (durationHours * progressPercentage) / 100
  const wholeHours = Math.max(durationHours, doneHours + hoursLeft)
  if (wholeHours > limits.maxDurationHours) return { ok: false, reason: 'Its duration would be too long.' }
  return {
    ok: true,
    durationHours: rounded(wholeHours),
    progressPercentage: rounded((1 - hoursLeft / wholeHours) * 100),
  }
}
