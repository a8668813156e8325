import { limits } from '#contract/vocabulary.ts'

interface Estimated {
  /** Working hours of the whole operation. */
  readonly durationHours: number
  /** 0 to 100. */
  readonly progressPercent: number
}

export type HoursLeftDecision =
  | { readonly ok: true; readonly durationHours: number; readonly progressPercent: number }
  | { readonly ok: false; readonly reason: string }

/** Without the noise of binary fractions. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * What "so many hours left" means for an operation. What is left is always the duration times the open share, so:
 * fewer hours than expected are progress within the estimate; more hours make the estimate longer, and the work that was
 * done counts as before. No hours left is done.
 */
export const reportHoursLeft = (
  { durationHours, progressPercent }: Estimated,
  hoursLeft: number,
): HoursLeftDecision => {
  if (hoursLeft === 0) return { ok: true, durationHours, progressPercent: 100 }
  const doneHours = (durationHours * progressPercent) / 100
  const wholeHours = Math.max(durationHours, doneHours + hoursLeft)
  if (wholeHours > limits.maxDurationHours) return { ok: false, reason: 'Its duration would be too long.' }
  return { ok: true, durationHours: rounded(wholeHours), progressPercent: rounded((1 - hoursLeft / wholeHours) * 100) }
}
